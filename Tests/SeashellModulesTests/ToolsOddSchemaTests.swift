@testable import SeashellModules
import SeashellKit
import ShellCommands
import ShellOutput
import Testing

/// Unreasonable schemas.
@Suite struct ToolsOddSchemaTests {
  @Test(arguments: [
    ##"{"$ref":"#"}"##,
    ##"{"properties":{"a":{"$ref":"#/properties/a"}},"required":["a"]}"##,
    ##"{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/A"},"c":{"$ref":"#/$defs/A"}},"required":["a","b","c"]}},"required":["a"]}"##,
    ##"{"properties":{"a":{"$ref":"#/definitions/x~1y/0"}},"definitions":{"x/y":[{"type":"integer"}]},"required":["a"]}"##,
    ##"{"properties":{"a":{"$ref":"https://elsewhere/"},"b":{"$ref":"#/nowhere"}},"required":["a","b"]}"##,
    ##"{"properties":{"a":{"anyOf":[{"$ref":"#/properties/a"},{"$ref":"#/properties/a"}]}}}"##,
    ##"{"properties":{"a":{"items":{"$ref":"#/properties/a"}}},"required":["a"]}"##,
    #"{"properties":{"a":{"anyOf":[]},"b":{"oneOf":[true,false]},"c":{"allOf":[]}},"required":["a"]}"#,
    #"{"properties":{"a":{"type":"null"},"b":{"type":[]},"c":{"type":"odd"},"d":{"const":null}}}"#,
    #"{"properties":[],"required":{}}"#, #"{"properties":{"":{"type":"string"}},"required":[""]}"#,
    Self.multiplying, #"{"type":"array"}"#,
    #"{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]}"#,
    #"{"properties":{"A":{"type":"string"},"a":{"type":"string"},"A-2":{"type":"string"}},"required":["a","A","A-2"]}"#,
    #"{"properties":{"a.b":{"type":"string"},"a":{"properties":{"b":{"type":"string"}}}},"required":["a.b"]}"#,
    #"{"properties":{"YES":{"type":"string"},"yes":{"type":"string"},"arg-yes":{"type":"string"}},"required":["YES","yes"]}"#,
    #"{"properties":{"a":{"enum":[""," ","\n","-x"],"default":"-x"}},"required":["a"]}"#,
    #"{"properties":{"a":{"type":"string","default":"{a}","title":"{yes}"}}}"#,
    #"{"properties":{"a":{"type":"integer","minimum":9e400,"maximum":-1e308}}}"#,
    #"{"properties":{"a":{"type":"string","minLength":-1,"maxLength":1.5}}}"#,
    #"{"properties":{"a":{"type":"array","items":false,"minItems":-3,"maxItems":-1}},"required":["a"]}"#,
    #"{"properties":{"a":{"type":"array","items":{"enum":["x"]},"default":["x"]}}}"#,
  ])
  func `a specification is created from any schema`(schema: String) throws {
    guard let tool = try? SampleTool(schema: schema) else { return }
    let path = "m do-it"
    #expect(tool.specification.problem == nil)
    #expect(tool.specification.options.count < 1_100)
    _ = HelpText(tool.specification, path: path).text(in: TextLayout(width: 80))
    _ = tool.error(["--json", "{}"])
    // The annotations add --yes.
    let destructive = try SampleTool(
      schema: schema, more: #","annotations":{"destructiveHint":true}"#)
    #expect(destructive.specification.problem == nil)
  }

  /// References to references, ten in each: ten to the power of ten in total.
  private static let multiplying: String = {
    let definitions = (0..<10).map { number in
      let references = Array(repeating: ##"{"$ref":"#/$defs/d\##(number + 1)"}"##, count: 10)
      return #""d\#(number)":{"anyOf":[\#(references.joined(separator: ","))]}"#
    }
    return
      ##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{\##(definitions.joined(separator: ",")),"d10":{"properties":{}}}}"##
  }()

  @Test func `a random schema gives a valid specification`() throws {
    var random = SmallRandom(state: 7)
    for _ in 0..<2_000 {
      let schema = random.schema(depth: 0)
      let tool = try SampleTool(
        #"{"name":"do_it","inputSchema":{"properties":{"a":\#(schema),"b_c":\#(random.schema(depth: 1)),"A":\#(random.schema(depth: 2))},"required":["a","A"],"$defs":{"d":\#(schema)}}}"#
      )
      #expect(tool.specification.problem == nil, "\(schema)")
      _ = tool.error(["x", "1", "--b-c", "true"])
      _ = tool.error([#"--json={"a":{"a":1},"b_c":[]}"#])
    }
  }

  @Test func `a schema with a thousand properties and a huge enum is read whole`() throws {
    let properties = (0..<5_000).map { #""p_\#($0)":{"type":"string"}"# }.joined(separator: ",")
    let words = (0..<20_000).map { #""w\#($0)""# }.joined(separator: ",")
    let tool = try SampleTool(
      properties: #""e":{"enum":[\#(words)]},\#(properties)"#, required: #""e""#)
    #expect(tool.specification.problem == nil)
    #expect(tool.specification.options.count == 1_001)
    #expect(
      try tool.arguments(["w19999", "--p-998=x", "--json", #"{"p_4000":"y"}"#])
        == #"{"p_4000":"y","e":"w19999","p_998":"x"}"#)
    #expect(
      tool.error(["w"]) == "0: E takes one of 20000 words, such as w0 or w1, not 'w'")
  }
}

/// Makes schemas from a small sequence of numbers.
private struct SmallRandom {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  mutating func schema(depth: Int) -> String {
    let leaves = [
      #"{"type":"string"}"#, #"{"type":"integer","minimum":0,"default":-1}"#,
      #"{"type":"boolean"}"#, #"{"enum":["x","y",1],"default":"z"}"#, "true", "false", "{}",
      #"{"type":["string","null"],"maxLength":3,"default":"long"}"#, #"{"const":"x"}"#,
      ##"{"$ref":"#/$defs/d"}"##, #"{"type":"number","exclusiveMinimum":0,"default":0}"#,
      #"{"type":"object"}"#, #"{"type":"string","format":"uri","description":"It. Is"}"#,
    ]
    guard depth < 4, next(3) > 0 else { return leaves[next(leaves.count)] }
    let (first, second) = (schema(depth: depth + 1), schema(depth: depth + 1))
    return switch next(6) {
    case 0: #"{"type":"array","items":\#(first)}"#
    case 1: #"{"anyOf":[\#(first),\#(second)]}"#
    case 2: #"{"oneOf":[\#(first),{"type":"null"}],"default":null}"#
    case 3: #"{"allOf":[\#(first)],"title":"T"}"#
    case 4: #"{"properties":{"x":\#(first),"Y_y":\#(second)},"required":["x"]}"#
    default: #"{"type":"object","properties":{"json":\#(first),"x":\#(second)}}"#
    }
  }
}
