import ShellOutput
import Testing

@testable import SeashellAPIs

@Suite struct PastedWordsTests {
  /// Texts, and the words that a POSIX shell reads in them; `$'…'` is as in POSIX.1-2024, and as Chrome writes it.
  private static let read: [(text: String, words: [String])] = [
    ("curl a  b\tc", ["curl", "a", "b", "c"]), ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
    ("a'b'\"c\"d", ["abcd"]), ("''", [""]), ("a '' b", ["a", "", "b"]),
    ("'a\\b'", ["a\\b"]), ("'it'\\''s'", ["it's"]), (#""a\"b\\c\$d\`e\f""#, [#"a"b\c$d`e\f"#]),
    (#"a\ b \"c\" \#(#"\\"#)d"#, ["a b", "\"c\"", "\\d"]),
    ("a \\\n  b \\\r\n  c", ["a", "b", "c"]), ("a\\\nb", ["ab"]), ("\"a\\\nb\"", ["ab"]),
    ("'a\nb'", ["a\nb"]), ("a # comment 'open", ["a"]), ("a#b", ["a#b"]),
    ("# comment\n\n  a b\n", ["a", "b"]), ("a b\r\n", ["a", "b"]), ("", []), ("\n \n", []),
    (#"$'a\'b\n\t\\'"#, ["a'b\n\t\\"]), (#"$'\u0021\u00e9\u4e2d'"#, ["!é中"]),
    (#"$'\ud83d\ude00\U0001F600'"#, ["😀😀"]), (#"$'\x41\101\0'"#, ["AA\0"]),
    (#"$'\ud83d'"#, [""]), (#"$'\udc00'"#, ["\u{FFFD}"]), ("a$ $ \"b$\"", ["a$", "$", "b$"]),
    ("https://h/?a=1", ["https://h/?a=1"]),
  ]

  @Test(arguments: read)
  func `words are read as a POSIX shell reads them`(row: (text: String, words: [String])) throws {
    let pasted = try PastedWords(row.text)
    #expect(pasted.words == row.words)
    #expect(pasted.end == nil)
  }

  @Test(arguments: [
    ("a b | jq .", "'|'"), ("a?b=1&c=2", "'&'"), ("a; b", "';'"), ("a > f", "'>'"),
    ("a\nb", "the end of a line"), ("a\n\n # b\n c", "the end of a line"),
  ])
  func `what follows the first command is noticed`(text: String, end: String) throws {
    #expect(try PastedWords(text).end == end)
  }

  @Test(arguments: [
    ("curl 'open", "inside '…'"), ("curl \"open", "inside \"…\""), ("curl $'open", "inside '…'"),
    ("curl $HOME", "the variable '$HOME'"), ("curl \"Bearer $TOKEN\"", "the variable '$TOKEN'"),
    ("curl ${TOKEN}", "the variable or"), ("curl $(cat f)", "the output of a command"),
    ("curl `cat f`", "the output of a command"),
  ])
  func `what only the user's shell knows is an error`(text: String, message: String) throws {
    let error = try #require(throws: ShellError.self) { try PastedWords(text) }
    #expect(error.code == .usage && error.message.contains(message), "\(error.message)")
  }
}
