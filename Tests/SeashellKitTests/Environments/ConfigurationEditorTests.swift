import SeashellHosting
@testable import SeashellKit
import SeashellTesting
import Testing

@testable import struct SeashellKit.JSON5Value

/// Changes of a configuration's text.
@Suite struct ConfigurationEditorTests {
  private static func set(_ text: String, _ path: String, _ value: JSONValue) throws -> String {
    var editor = try ConfigurationEditor(text, from: "c")
    try editor.set(path.split(separator: ".").map(String.init), to: value)
    return editor.text
  }

  private static func remove(_ text: String, _ path: String) throws -> String {
    var editor = try ConfigurationEditor(text, from: "c")
    try editor.remove(path.split(separator: ".").map(String.init))
    return editor.text
  }

  // MARK: Changing

  @Test(
    arguments: [
      ("{ a: 1 }", "a", 2, "{ a: 2 }"),
      ("{ a: /* old */ 1, // one\n b: 2 }", "a", "x", "{ a: /* old */ 'x', // one\n b: 2 }"),
      ("{ 'a': \"b\" }", "a", "it's", "{ 'a': 'it\\'s' }"),
      ("{ \"a\": \"b\" }", "a", "it's \"\\", "{ \"a\": \"it's \\\"\\\\\" }"),
      ("{ a: { b: [1, 2], }, }", "a.b", [true, .null, "x"], "{ a: { b: [true, null, 'x'], }, }"),
      ("{ a: 0x10 }", "a", 16, "{ a: 0x10 }"),
      // In an object, only differences are rewritten.
      (
        "{ a: { b: 1, // one\n c: 2, d: 'x' } }", "a", ["b": 1, "d": "y", "e": 3],
        "{ a: { b: 1, // one\n d: 'y',\n e: 3 } }"
      ),
    ] as [(String, String, JSONValue, String)])
  func `a value is changed in its place`(
    text: String, path: String, value: JSONValue, expected: String
  ) throws {
    #expect(try Self.set(text, path, value) == expected)
  }

  // MARK: Adding

  @Test(
    arguments: [
      ("{}", "a", 1, "{\n  a: 1\n}"), ("{ a: 1 }", "b", 2, "{ a: 1, b: 2 }"),
      ("{ a: 1, }", "b", 2, "{ a: 1, b: 2, }"), ("{a:1}", "b", 2, "{a:1,b:2}"),
      ("{ \"a\": 1 }", "b", "x", "{ \"a\": 1, \"b\": \"x\" }"),
      ("{ a: 1 }", "wh-1", 2, "{ a: 1, 'wh-1': 2 }"),
      ("{\n\ta: 1,\n}\n", "b", 2, "{\n\ta: 1,\n\tb: 2,\n}\n"),
      ("{\r\n  a: 1\r\n}\r\n", "b", 2, "{\r\n  a: 1,\r\n  b: 2\r\n}\r\n"),
      (
        "{\n  a: 1, // one\n  // the end\n}", "b", 2,
        "{\n  a: 1, // one\n  b: 2,\n  // the end\n}"
      ),
      ("{\n  a: 1 // one\n}", "b", 2, "{\n  a: 1, // one\n  b: 2\n}"),
      ("{ a: 1 // one\n}", "b", 2, "{ a: 1, // one\n  b: 2\n}"),
      ("{ a: 1 /* one */ }", "b", 2, "{ a: 1 /* one */, b: 2 }"),
      ("{ a: 1, /* one */ }", "b", 2, "{ a: 1, /* one */\n  b: 2, }"),
      ("{ a: 1,\n  b: { c: 1 } }", "d", 2, "{ a: 1,\n  b: { c: 1 },\n  d: 2 }"),
      ("{ a: {} }", "a.b", 2, "{ a: { b: 2 } }"),
      ("{\n  a: {},\n}", "a.b", 2, "{\n  a: {\n    b: 2\n  },\n}"),
      ("{\n  a: { // none\n  },\n}", "a.b", 2, "{\n  a: { // none\n    b: 2\n  },\n}"),
      // A comma at the start of a line, a style that some use.
      ("{ a: 1\n, b: 2\n}", "c", 3, "{ a: 1\n, b: 2,\nc: 3\n}"),
      (
        "{\n  x: 1,\n}", "apis.wh.environments.dev",
        ["baseURL": "https://a", "production": true],
        """
        {
          x: 1,
          apis: {
            wh: {
              environments: {
                dev: { baseURL: 'https://a', production: true }
              }
            }
          },
        }
        """
      ),
      (
        "{ environments: {\n    qa:   { baseURL: 'https://a' },\n    live: { baseURL: 'https://b' } } }",
        "environments.dev", ["baseURL": "https://c"],
        "{ environments: {\n    qa:   { baseURL: 'https://a' },\n    live: { baseURL: 'https://b' },\n"
          + "    dev: { baseURL: 'https://c' } } }"
      ),
    ] as [(String, String, JSONValue, String)])
  func `a member is added in the style of its siblings`(
    text: String, path: String, value: JSONValue, expected: String
  ) throws {
    #expect(try Self.set(text, path, value) == expected)
  }

  @Test func `a value that is too long for a line has one for each member`() throws {
    let address = "https://a-rather-long-name.example/with/a/path"
    #expect(
      try Self.set("{\n}", "a", ["baseURL": .string(address), "version": "v1", "keys": "camel"])
        == """
        {
          a: {
            baseURL: '\(address)',
            version: 'v1',
            keys: 'camel'
          }
        }
        """)
  }

  @Test func `a string value keeps every character`() throws {
    let text = "a\n\r\t\\'\"\u{0}\u{7F}\u{2028}é\u{301}😀"
    for start in ["{ 'x': 'y' }", "{ \"x\": \"y\" }", "{ x: 1 }"] {
      let edited = try Self.set(start, "x", .object([text: .string(text)]))
      let value = try JSON5Parser.parse(edited)
      #expect(value.hasContent(of: JSON5Value(["x": .object([text: .string(text)])])), "\(edited)")
    }
  }

  // MARK: Removing

  @Test(
    arguments: [
      ("{ a: 1 }", "a", "{}"), ("{ a: 1, }", "a", "{}"), ("{ a: 1 }", "b", "{ a: 1 }"),
      ("{ a: 1, b: 2, c: 3 }", "a", "{ b: 2, c: 3 }"),
      ("{ a: 1, b: 2, c: 3 }", "b", "{ a: 1, c: 3 }"),
      ("{ a: 1, b: 2, c: 3 }", "c", "{ a: 1, b: 2 }"),
      ("{ a: 1, b: 2, }", "b", "{ a: 1, }"),
      ("{a:1,b:2}", "a", "{b:2}"), ("{a:1,b:2}", "b", "{a:1}"),
      ("{\n  a: 1,\n  b: 2,\n  c: 3\n}", "b", "{\n  a: 1,\n  c: 3\n}"),
      ("{\n  a: 1,\n  b: 2,\n  c: 3\n}", "c", "{\n  a: 1,\n  b: 2\n}"),
      ("{\r\n  a: 1,\r\n  b: 2,\r\n}", "a", "{\r\n  b: 2,\r\n}"),
      ("{\n  a: {\n    x: 1,\n  },\n  b: 2,\n}", "a", "{\n  b: 2,\n}"),
      ("{\n  a: 1,\n  b: 2 }", "b", "{\n  a: 1 }"),
      // Only the comments above a member and at its end belong to it.
      (
        "{\n  // all\n\n  // about a\n  // and more\n  a: 1, // one\n  // about b\n  b: 2,\n}", "a",
        "{\n  // all\n\n  // about b\n  b: 2,\n}"
      ),
      (
        "{\n  // about a\n  a: 1, // one\n  // about b\n  b: 2, // two\n  // the end\n}", "b",
        "{\n  // about a\n  a: 1, // one\n  // the end\n}"
      ),
      ("{ // the file\n  a: 1,\n  b: 2\n}", "a", "{ // the file\n  b: 2\n}"),
      ("{ /* a's */ a: 1, /* b's */ b: 2 }", "a", "{ /* b's */ b: 2 }"),
      ("{ /* a's */ a: 1 /* too */, /* b's */ b: 2 }", "b", "{ /* a's */ a: 1 /* too */ }"),
      ("{\n  a: 1, // one\n  b: 2 }", "b", "{\n  a: 1 // one\n  }"),
      ("{\n  a: 1 /* of two\n  lines */,\n  b: 2\n}", "a", "{\n  b: 2\n}"),
      ("{ a: 1\n// about b\n, b: 2 }", "a", "{\n// about b\n b: 2 }"),
      ("{ a: 1\n// about b\n, b: 2 }", "b", "{ a: 1 }"),
      ("{\n  a: 1,\n\n  b: 2,\n\n  c: 3,\n}", "b", "{\n  a: 1,\n\n  c: 3,\n}"),
      ("{\n  a: 1,\n\n  b: 2,\n}", "a", "{\n  b: 2,\n}"),
      ("{ x: { a: 1, b: [{ c: 1 }] } }", "x.b", "{ x: { a: 1 } }"),
    ])
  func `a member is removed with its comments`(text: String, path: String, expected: String) throws
  {
    #expect(try Self.remove(text, path) == expected)
  }

  // MARK: Refusing

  @Test(
    arguments: [
      ("{ a: 1", "a", "the object that begins on line 1 is not closed", 1),
      ("[]", "a", "the configuration must be an object, not an array", 1),
      ("{ a: 1 }", "a.b", "a must be an object, not a number", 1),
      ("{ a: {\n b: [] } }", "a.b.c", "a.b must be an object, not an array", 2),
      ("{ a: {\n b: 1,\n b: 2 } }", "a.b", "a.b appears twice, first on line 2", 3),
    ])
  func `an impossible edit is an error with its place`(
    text: String, path: String, message: String, line: Int
  ) throws {
    for change in [{ _ = try Self.set(text, path, 5) }, { _ = try Self.remove(text, path) }] {
      let error = try #require(throws: ConfigurationError.self) { try change() }
      #expect(error.message == message)
      #expect(error.line == line && error.column != nil && error.path == "c")
    }
  }

  @Test func `an edit cannot exceed the size and depth that can be read`() throws {
    let long = JSONValue.string(String(repeating: "x", count: ConfigurationFile.maximumSize))
    let error = try #require(throws: ConfigurationError.self) { try Self.set("{}", "a", long) }
    #expect(error.message == "the configuration would be larger than 1 MiB")
    let path = Array(repeating: "a", count: 40).joined(separator: ".")
    let deep = try #require(throws: ConfigurationError.self) { try Self.set("{}", path, 1) }
    #expect(deep.message == "the configuration cannot be changed as it is written")
  }
}
