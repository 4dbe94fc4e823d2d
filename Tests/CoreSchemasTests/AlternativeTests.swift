import Testing

@Suite struct AlternativeTests {
  @Test(arguments: [
    (
      #"{"allOf":[{"minimum":5},{"multipleOf":2}]}"#, "3",
      ["is 3, less than the minimum 5", "is 3, not a multiple of 2"]
    ),
    (#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "5", ["is 5, not text or null"]),
    (
      #"{"anyOf":[{"type":"string"},{"minimum":9}]}"#, "5",
      ["matches no alternative; closest is number 1: is 5, not text"]
    ),
    (
      #"{"oneOf":[{"required":["a","b"]},{"properties":{"c":{"type":"null"}}}]}"#, #"{"c":1}"#,
      ["matches no alternative; closest is number 2: c is 1, not null"]
    ),
    (
      #"{"oneOf":[{"required":["a","b"]},{"type":"null"}]}"#, "{}",
      ["matches no alternative; closest is number 2: is an object, not null"]
    ),
    (#"{"anyOf":[{"maximum":2}]}"#, "3", ["is 3, more than the maximum 2"]),
    (
      #"{"oneOf":[true,false,{"type":"number"}]}"#, "3",
      ["matches 2 alternatives, among them number 1 and number 3"]
    ),
    (#"{"not":{"type":"number"}}"#, "3", ["matches the schema in 'not'"]),
    (
      #"{"if":{"minimum":5},"then":{"multipleOf":5},"else":{"multipleOf":2}}"#, "6",
      ["is 6, not a multiple of 5"]
    ),
    (
      #"{"if":{"minimum":5},"then":{"multipleOf":5},"else":{"multipleOf":2}}"#, "3",
      ["is 3, not a multiple of 2"]
    ),
    (#"{"then":false,"else":false}"#, "3", []), (#"{"if":false,"then":false}"#, "3", []),
  ])
  func `schemas are combined`(schema: String, value: String, found: [String]) throws {
    #expect(try differences(schema, value) == found.map { "the value \($0)" })
  }

  @Test(arguments: [
    #"{"not":{"format":"duration"}}"#, #"{"oneOf":[{"$ref":"other.json"},{"type":"number"}]}"#,
    #"{"if":{"$ref":"other.json"},"then":false,"else":false}"#,
    #"{"$ref":"other.json","unevaluatedProperties":false}"#,
    #"{"patternProperties":{"(?<=a+)b":true},"additionalProperties":false}"#,
  ])
  func `what is not checked makes no difference`(schema: String) throws {
    #expect(try differences(schema, #"{"b":1}"#).isEmpty)
    #expect(try differences(schema, "5").isEmpty)
    #expect(try !notChecked(schema).isEmpty)
  }
}
