@testable import ShellLanguage
import FoundationEssentials
import Glibc
import SeashellTesting
import Testing

/// Words are split as in POSIX shells; the tests compare them with Python's `shlex`.
///
/// The generated lines avoid the points where the two grammars differ on purpose:
/// - operators, `$` and backquotes, which `shlex` does not know, so also `\` before `$` in `"…"`;
/// - newlines, NUL and carriage returns, which `shlex` takes for blanks;
/// - `#` inside an unquoted word: `shlex` begins a comment there, POSIX and Seashell do not. A `#` therefore
///   comes after two blanks, the first of which a `\` may have taken;
/// - `!` as the first word, which begins a program: every line begins with an `a`.
@Suite struct ShlexAgreementTests {
  @Test func `Ten thousand lines are split as shlex splits them`() throws {
    var generator = SplitMix64(state: 2)
    let lines = (0..<10_000).map { _ in Self.line(from: &generator) }
    let expected = try Self.shlex(lines)
    try #require(expected.count == lines.count)
    for (line, words) in zip(lines, expected) {
      #expect(Self.words(of: line) == words, "\(line)")
    }
    #expect(expected.count { $0 == nil } > 1_000)
    #expect(expected.count { $0 != nil } > 1_000)
  }

  private static func line(from generator: inout SplitMix64) -> String {
    let pieces = [
      "a", "b", "Z", "0", "-", "=", "*", "~", "{", ")", "!", "é", "漢", "🙂", " ", " ", " ", "\t",
      "'", "'", "\"", "\"", "\\", "\\", "\\\\", "'a b'", "\"a 'b\"", "''", "  #",
    ]
    let count = Int.random(in: 0...16, using: &generator)
    return "a" + (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// The line's words; nil for a line with an error.
  private static func words(of line: String) -> [String]? {
    var parser = ScriptParser()
    do throws(SyntaxError) {
      let result = try parser.feed(line)
      try parser.finish()
      guard case .complete(let list) = result else { return [] }
      return list.first.command.map { word in
        if case .literal(let text) = word.content { text } else { "?" }
      }
    } catch {
      return nil
    }
  }

  private static func shlex(_ lines: [String]) throws -> [[String]?] {
    let script = """
      import json, shlex, sys
      def words(line):
          try: return shlex.split(line, comments=True, posix=True)
          except ValueError: return None
      json.dump([words(line) for line in json.load(sys.stdin)], sys.stdout)
      """
    let folder = try TemporaryFolder()
    try folder.write("words.py", script)
    try folder.write("in", String(decoding: JSONEncoder().encode(lines), as: UTF8.self))
    let path = folder.path
    try #require(system("python3 '\(path)/words.py' < '\(path)/in' > '\(path)/out'") == 0)
    return try JSONDecoder().decode([[String]?].self, from: Data(folder.read("out").utf8))
  }
}

/// A generator that gives the same numbers in every run (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
