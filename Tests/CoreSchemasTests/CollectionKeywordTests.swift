import Testing

@Suite struct CollectionKeywordTests {
  @Test(arguments: [
    (#"{"required":["name"]}"#, "{}", ["the value has no 'name'"]),
    (#"{"minProperties":1}"#, "{}", ["the value has 0 properties, fewer than the minimum 1"]),
    (
      #"{"maxProperties":1}"#, #"{"a":1,"b":2}"#,
      ["the value has 2 properties, more than the maximum 1"]
    ),
    (#"{"properties":{"a":{"type":"null"}}}"#, #"{"a":1,"b":2}"#, ["a is 1, not null"]),
    (
      #"{"properties":{"a":true},"additionalProperties":false}"#, #"{"a":1,"b":2}"#,
      ["b is not allowed"]
    ),
    (
      #"{"patternProperties":{"^x":{"type":"null"}},"additionalProperties":{"type":"string"}}"#,
      #"{"xa":1,"a":1}"#, ["xa is 1, not null", "a is 1, not text"]
    ),
    (
      #"{"propertyNames":{"maxLength":2}}"#, #"{"abc":1,"a":1}"#,
      ["the value has the name 'abc', which has 3 characters, more than the maximum 2"]
    ),
    (
      #"{"propertyNames":false}"#, #"{"a":1}"#, ["the value has the name 'a', which is not allowed"]
    ),
    (
      #"{"dependentRequired":{"a":["b","c"]}}"#, #"{"a":1,"b":1}"#,
      ["the value has 'a' but no 'c'"]
    ),
    (
      #"{"dependentSchemas":{"a":{"required":["z"]}}}"#, #"{"a":1}"#, ["the value has no 'z'"]
    ),
  ])
  func `an object that breaks a rule differs`(schema: String, value: String, found: [String]) throws
  {
    #expect(try differences(schema, value) == found)
  }

  @Test(arguments: [
    (
      #"{"items":{"type":"number"}}"#, #"[1,"a",null]"#,
      ["[1] is text, not a number", "[2] is null, not a number"]
    ),
    (#"{"minItems":2}"#, "[1]", ["the value has 1 item, fewer than the minimum 2"]),
    (#"{"maxItems":1}"#, "[1,2]", ["the value has 2 items, more than the maximum 1"]),
    (
      #"{"prefixItems":[{"type":"null"}],"items":false}"#, "[1,2]",
      ["[0] is 1, not null", "[1] is not allowed"]
    ),
    (#"{"uniqueItems":true}"#, #"[1,"1",1.0]"#, ["the value has equal items, [0] and [2]"]),
    (
      #"{"uniqueItems":true}"#, #"[{"a":1,"b":2},{"b":2,"a":1}]"#,
      ["the value has equal items, [0] and [1]"]
    ),
    (#"{"contains":{"type":"null"}}"#, "[1]", ["the value has no item that matches 'contains'"]),
    (
      #"{"contains":{"const":1},"minContains":2}"#, "[1,2]",
      ["the value has 1 item that matches 'contains', fewer than the minimum 2"]
    ),
    (
      #"{"contains":{"const":1},"maxContains":1}"#, "[1,1]",
      ["the value has 2 items that match 'contains', more than the maximum 1"]
    ),
    (#"{"contains":{"const":1},"minContains":0}"#, "[]", []), (#"{"maxContains":0}"#, "[1]", []),
  ])
  func `a list that breaks a rule differs`(schema: String, value: String, found: [String]) throws {
    #expect(try differences(schema, value) == found)
  }

  @Test(arguments: [
    (
      #"{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}"#, #"{"a":1,"b":1}"#,
      ["b is not allowed"]
    ),
    (
      #"{"anyOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":true}}],"unevaluatedProperties":false}"#,
      #"{"a":1,"b":1,"c":1}"#, ["c is not allowed"]
    ),
    (
      #"{"if":{"properties":{"a":{"const":1}}},"else":{"properties":{"b":true}},"unevaluatedProperties":false}"#,
      #"{"a":1,"b":1}"#, ["b is not allowed"]
    ),
    (
      #"{"not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":false}"#, #"{"a":1}"#,
      ["a is not allowed"]
    ),
    (
      #"{"allOf":[{"prefixItems":[true]}],"unevaluatedItems":{"type":"null"}}"#, "[1,2,null]",
      ["[1] is 2, not null"]
    ),
    (#"{"contains":{"const":1},"unevaluatedItems":false}"#, "[1,2,1]", ["[1] is not allowed"]),
    // Properties of a schema that differs are not reported a second time.
    (
      #"{"allOf":[{"properties":{"a":{"type":"null"}}}],"unevaluatedProperties":false}"#,
      #"{"a":1}"#, ["a is 1, not null"]
    ),
  ])
  func `what no schema has evaluated is checked last`(
    schema: String, value: String, found: [String]
  ) throws {
    #expect(try differences(schema, value) == found)
  }

  @Test func `a path leads to the difference`() throws {
    let schema = #"""
      {"properties":{"items":{"items":{"properties":{"price":{"type":"number"}, "a b":false}}}}}
      """#
    let value = #"{"items":[{"price":1},{"price":"2","a b":1}]}"#
    #expect(
      try differences(schema, value) == [
        "items[1].price is text, not a number", "items[1]['a b'] is not allowed",
      ])
  }
}
