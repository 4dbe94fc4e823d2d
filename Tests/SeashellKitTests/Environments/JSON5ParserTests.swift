import FoundationEssentials
import Testing

@testable import SeashellKit

@Suite struct JSON5ParserTests {
  /// Describes a value in words, so that two parsers can be compared.
  private static func words(_ value: JSON5Value) -> String {
    switch value.content {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let number): "\(number)"
    case .string(let text): "'\(text)'"
    case .array(let elements): "[\(elements.map(words).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "'\($0.name)':\(words($0.value))" }.joined(separator: ","))}"
    }
  }

  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("false", "false"), ("1", "1.0"), ("-1.5", "-1.5"),
    ("+2", "2.0"), (".5", "0.5"), ("5.", "5.0"), ("1e3", "1000.0"), ("1.5E-1", "0.15"),
    ("0xFF", "255.0"), ("-0x10", "-16.0"), ("Infinity", "inf"), ("-Infinity", "-inf"),
    ("NaN", "nan"), ("'a'", "'a'"), ("\"a\"", "'a'"), ("''", "''"), ("'\"'", "'\"'"),
    (#"'\''"#, "'''"), (#"'\n\t\r\b\f\v\0\\'"#, "'\n\t\r\u{8}\u{C}\u{B}\u{0}\\'"),
    (#"'\x41\u00e9\ud83d\ude00'"#, "'Aé😀'"), (#"'\q'"#, "'q'"), ("'a\\\nb\\\r\nc'", "'abc'"),
    ("'é😀'", "'é😀'"), ("[]", "[]"), ("[1,]", "[1.0]"), ("[1, [2] , 'x']", "[1.0,[2.0],'x']"),
    ("{}", "{}"), ("{a:1,}", "{'a':1.0}"), ("{'a b':1,\"c\":2}", "{'a b':1.0,'c':2.0}"),
    ("{$a_1:null}", "{'$a_1':null}"), ("{é:1}", "{'é':1.0}"),
    ("// one\n/* two\n*/ {a/**/:/**/1} // end", "{'a':1.0}"),
    ("\u{FEFF}{a\u{A0}:\u{2028}1}", "{'a':1.0}"),
  ])
  func `a JSON5 value is parsed in each of its forms`(text: String, words: String) throws {
    #expect(Self.words(try JSON5Parser.parse(text)) == words)
  }

  @Test(arguments: [
    ("", 1, "expected a value, but the text ends here"),
    ("{", 1, "the object that begins on line 1 is not closed"),
    ("\n{\na:1\n", 4, "the object that begins on line 2 is not closed"),
    ("[1", 1, "the array that begins on line 1 is not closed"),
    ("{a 1}", 1, "expected ':', not '1'"),
    ("{a:1 b:2}", 1, "expected ',' or '}', not 'b'"),
    ("[1 2]", 1, "expected ',' or ']', not '2'"),
    ("{a:}", 1, "expected a value, not '}'"),
    ("{,}", 1, "expected a field's name, not ','"),
    ("{1a:2}", 1, "expected a field's name, not '1'"),
    ("{a:1}\n}", 2, "expected the end, not '}'"),
    ("{a:\n'b\n'}", 2, "the string is not closed"), ("'a", 1, "the string is not closed"),
    ("'a\\", 1, "the string is not closed"), (#"'\u12'"#, 1, "the string has an invalid escape"),
    (#"'\1'"#, 1, "the string has an invalid escape"),
    (#"'\ud83d'"#, 1, "the string has an invalid escape"),
    ("/* a\n", 1, "the comment is not closed"),
    ("{a:\n yes}", 2, "not a value; put strings in quotes"),
    ("010", 1, "not a value; put strings in quotes"),
    ("1e", 1, "not a value; put strings in quotes"),
    ("{\r\na:\r\n'\u{1}\r\n", 3, "the string is not closed"),
    (String(repeating: "[", count: 100), 1, "the values are nested too deeply"),
  ])
  func `a JSON5 error has a line and a message`(text: String, line: Int, message: String) {
    let error = #expect(throws: JSON5Error.self) { try JSON5Parser.parse(text) }
    #expect(error?.message == message)
    #expect(error?.line == line)
  }

  @Test(arguments: [
    "{a:1}", "[1,]", "{'a':[.5,5.,+1,0x1F],}", "// c\n'x\\'y'", "{a:01}", "{a 1}", "[1 2]", "{",
    "'\\u0041'", "\"\\x41\"", "/**/null", "{a:true,b:false}", "'a\nb'", "{\"a\" : 'é'}", "[,]",
  ])
  func `the JSON5 parser accepts the same texts as Foundation`(text: String) {
    struct Anything: Decodable {
      init(from decoder: any Decoder) {}
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let isTaken = (try? decoder.decode(Anything.self, from: Data(text.utf8))) != nil
    // The toolchain's parser accepts leading zeros and raw newlines in strings, which JSON5 does not allow.
    let isLenient = text == "{a:01}" || text == "'a\nb'"
    #expect(((try? JSON5Parser.parse(text)) != nil) == (isTaken && !isLenient))
  }

  @Test func `JSON5 members keep their lines and their order`() throws {
    let value = try JSON5Parser.parse("{\n  b: 1,\r\n  a:\n    2,\r  b: 3 }")
    guard case .object(let members) = value.content else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.name) == ["b", "a", "b"])
    #expect(members.map(\.line) == [2, 3, 5])
    #expect(members.map(\.value.line) == [2, 4, 5])
  }
}
