import CoreJSON
import Testing

@testable import SeashellAPIs

@Suite struct YAMLTests {
  private func json(_ yaml: String, limits: DescriptionLimits = DescriptionLimits()) throws
    -> String
  {
    let bytes = try YAMLDocument.json(of: Array(yaml.utf8), limits: limits)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func problem(_ yaml: String, limits: DescriptionLimits = DescriptionLimits()) -> String {
    do {
      return "none: \(try json(yaml, limits: limits))"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("true", "true"), ("False", "false"), ("null", "null"), ("~", "null"), ("", "null"),
    ("no", #""no""#), ("on", #""on""#), ("yes", #""yes""#), ("'true'", #""true""#),
    ("12", "12"), ("-3", "-3"), ("+5", "5"), ("007", "7"), ("0x1F", "31"), ("0o17", "15"),
    ("1.50", "1.50"), (".5", "0.5"), ("1.", "1.0"), ("1e3", "1e3"), ("-1.5E-2", "-1.5e-2"),
    ("1_000", #""1_000""#), ("1.2.3", #""1.2.3""#), (".inf", #"".inf""#), (".", #"".""#),
    ("2001-12-14", #""2001-12-14""#), ("12:30", #""12:30""#), ("0x", #""0x""#),
    ("!!str 12", #""12""#), ("!!int '12'", "12"), ("!mine x", #""x""#),
    (#""a\tb\u00e9""#, "\"a\\tbé\""), ("|\n  a\n  b\n", #""a\nb\n""#),
    (">-\n  a\n  b\n", #""a b""#),
    ("[a, {b: c}, []]", #"["a",{"b":"c"},[]]"#), ("a\tb", #""a\tb""#), ("1e", #""1e""#),
  ])
  func `a value has the type of YAML 1_2`(yaml: String, expected: String) throws {
    #expect(try json("a: \(yaml)") == #"{"a":\#(expected)}"#)
  }

  @Test func `names are text as they are written`() throws {
    #expect(
      try json("200: a\n'201': b\ntrue: c\n1.0: d\n? e\n: f\n~: g\n")
        == #"{"200":"a","201":"b","true":"c","1.0":"d","e":"f","~":"g"}"#)
  }

  @Test func `aliases have their anchors' values, also as names`() throws {
    #expect(
      try json("a: &x {b: [1, &y two]}\nc: *x\n*y : *y\n")
        == #"{"a":{"b":[1,"two"]},"c":{"b":[1,"two"]},"two":"two"}"#)
    #expect(try json("&k key: 1\nb: *k\n") == #"{"key":1,"b":"key"}"#)
    #expect(try json("a: &x 1\nb: &x 2\nc: *x") == #"{"a":1,"b":2,"c":2}"#)
  }

  @Test(arguments: [
    ("a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3\n", #"{"a":{"p":1,"q":2},"b":{"q":3,"p":1}}"#),
    ("b:\n  q: 3\n  <<: {q: 1, r: [2]}\n", #"{"b":{"q":3,"r":[2]}}"#),
    ("b: {<<: [{a: 1}, {a: 2, c: 3}]}", #"{"b":{"a":1,"c":3}}"#),
    ("b: {x: 1, <<: {}, y: 2}", #"{"b":{"x":1,"y":2}}"#), ("'<<': 1", #"{"<<":1}"#),
    ("b: {<<: {a: &z [9]}}\nc: *z", #"{"b":{"a":[9]},"c":[9]}"#),
    (
      "a: &x {p: {q: 1}}\nb: &y {<<: *x, r: 2}\nc: {<<: *y}",
      #"{"a":{"p":{"q":1}},"b":{"r":2,"p":{"q":1}},"c":{"r":2,"p":{"q":1}}}"#
    ),
  ])
  func `the YAML merge key merges objects`(yaml: String, expected: String) throws {
    #expect(try json(yaml) == expected)
  }

  @Test(arguments: [
    ("a: *b", "there is no '&b' before, line 1"), ("a: &x [*x]", "there is no '&x' before, line 1"),
    ("a: {<<: 3}", "'<<' merges objects only, line 1"),
    ("a: {<<: [3]}", "'<<' merges objects only, line 1"),
    ("\n[a]: 1", "a name is not a text, line 2"),
    ("a: &x {}\n*x : 1", "a name is not a text, line 2"),
    ("a: [1", "not YAML: did not find expected ',' or ']', line 2"),
    ("", "the description is empty"),
    ("a:\n\t- b", "not YAML: found character that cannot start any token, line 2"),
  ])
  func `YAML that cannot be read is an error with its line`(yaml: String, expected: String) {
    #expect(problem(yaml).hasPrefix(expected))
  }

  @Test func `only the first document is read, with a mark of its encoding`() throws {
    #expect(try json("%YAML 1.2\n---\na: 1\n...\n---\nb: 2\n") == #"{"a":1}"#)
    #expect(try json("\u{FEFF}a: ü\r\nb: 1\r\n") == #"{"a":"ü","b":1}"#)
    let wide = "a: ü".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let bytes = try YAMLDocument.json(of: [0xFF, 0xFE] + wide, limits: DescriptionLimits())
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":"ü"}"#)
  }

  @Test func `exponentially growing aliases are an error`() {
    var lines = ["a0: &a0 [lol, lol]"]
    for number in 1...40 {
      let aliases = [String](repeating: "*a\(number - 1)", count: 9).joined(separator: ",")
      lines.append("a\(number): &a\(number) [\(aliases)]")
    }
    let limit = "the aliases of the description add more than 16 MiB"
    #expect(problem(lines.joined(separator: "\n")) == limit)
    lines = ["a0: &a0 {x: 1}"]
    for number in 1...40 {
      lines.append(
        "a\(number): &a\(number) {<<: *a\(number - 1), b: *a\(number - 1), c: *a\(number - 1)}")
    }
    #expect(problem(lines.joined(separator: "\n")) == limit)
  }

  @Test func `endless nesting in YAML is an error`() {
    let limit = "the description is nested more than 128 deep, line 1"
    #expect(problem(String(repeating: "[", count: 100_000)) == limit)
    #expect(problem(String(repeating: "{a: ", count: 100_000)) == limit)
    #expect(problem(String(repeating: "- ", count: 1_000)) == limit)
    var lines = ["a0: &a0 [x]"]
    for number in 1...200 { lines.append("a\(number): &a\(number) [*a\(number - 1)]") }
    lines += ["openapi: 3.0.0", "paths: {}"]
    #expect(readingError(lines.joined(separator: "\n")).contains("nested more than 128 deep"))
  }

  @Test func `many anchors and merges take linear time`() throws {
    var yaml = ""
    for number in 0..<5_000 { yaml += "a\(number): {<<: &b\(number) {x: &c\(number) 1}, y: 2}\n" }
    #expect(try json(yaml).hasPrefix(#"{"a0":{"y":2,"x":1},"a1""#))
  }

  @Test func `a description in YAML is read as one in JSON`() throws {
    let yaml = try ReadDescription(
      """
      # A library
      openapi: 3.0.3
      info:
        title: Library
        version: 1.10
      x-common: &common
        '401': {description: Who are you?}
      paths:
        /books/{isbn}:
          get:
            operationId: getBook
            parameters:
            - {name: isbn, in: path, required: true, schema: {type: string}}
            responses:
              <<: *common
              200:
                description: |
                  A book
                content:
                  application/json: {schema: {type: object, properties: {on: {type: boolean}}}}
      """)
    #expect(yaml.head.version == "1.10" && yaml.problems == [])
    #expect(yaml["getBook"]?.responses.map(\.status) == ["200", "401"])
    #expect(yaml["getBook"]?.responses[0].description == "A book\n")
    let flow = try ReadDescription("{openapi: 3.1.0, paths: {/a: {get: {}}}}")
    #expect(flow.operations.map(\.id) == ["get-a"])
  }
}
