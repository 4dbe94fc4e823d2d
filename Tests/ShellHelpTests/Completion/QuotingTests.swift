import ShellTestSupport
@testable import ShellHelp
@testable import ShellRuntime
@testable import ShellLanguage
@testable import ShellCommands
import Testing

/// Text inserted into a line is parsed back to exactly the intended word.
@MainActor
@Suite struct QuotingTests {
  let bench: CompletionBench

  init() throws { bench = try CompletionBench() }

  static let nasty: [String] = [
    "plain", "two words", "it's", "'", "''", "\"", "say \"hi\"", "\\", "a\\", "\\\\n", "$HOME", "$",
    "${x}", "$(x)", "`x`", "#1", "a#b", "a;b", "a&&b", "a|b", "a>b", "2>", "<", "*", "~", "!!",
    "-dash", "--", "=", "a\nb", "\n", "\ta", "'\n\"$\\", "日本☕", "é", "e\u{301}", "👩‍👩‍👧", " ", "  lead",
    "trail ", "\\\n", "$'\n", "#\n", "a\\'b\\\"c", "x'y'z", "“curly”", "2nd",
  ]

  @Test(arguments: [
    "", "'", "\"", "a'b", "a\"b", "''", "\"\"", "'a'", "\\", "a\\", "'\\", "\"\\", "$m", "\"$m",
    "\"$m\"", "$m'", "\"$m\\", "$m\\", "$1", "\"$1",
  ])
  func `a candidate is parsed back as its text, whatever quote is open`(typed: String) async throws
  {
    _ = await bench.test.run("let m = 'm'")
    bench.test.shell.variables.script = .init(name: "s", arguments: ["m"])
    for text in Self.nasty {
      let hasHead = typed.contains("$")
      // After a variable, the word begins with the variable's value.
      bench.books = [.init(hasHead ? "m" + text : text)]
      let line = "library pick -- \(typed)"
      let completion = bench.complete(line)
      // A variable name that the user is still typing.
      if typed == "$m" || typed == "\"$m" {
        #expect(completion.candidates.map(\.label) == ["m"])
        continue
      }
      let lines = bench.lines(line)
      #expect(lines.count == 1, "\(typed) \(text)")
      let word = try Self.lastWord(of: lines.first ?? "")
      #expect(try bench.test.shell.variables.expand(word) == bench.books[0].text, "\(lines)")
    }
  }

  @Test func `random candidates are parsed back as their texts`() throws {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("ab '\"\\$#;&|><`*~\n\t{}()=-é日")
    for _ in 0..<2_000 {
      let text = String(
        (0..<Int.random(in: 1...8, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator) ?? "a"
        })
      bench.books = [.init(text)]
      for open in ["", "'", "\""] {
        let line = bench.lines("library pick -- \(open)").first ?? ""
        #expect(try Self.lastWord(of: line).text == text, "\(line)")
      }
    }
  }

  @Test func `candidates use the user's quotes, or escapes if there are none`() {
    #expect(bench.lines("library lend ada war") == [#"library lend ada war\ and\ peace"#])
    #expect(bench.lines("library lend ada 'war") == ["library lend ada 'war and peace'"])
    #expect(bench.lines("library lend ada \"war") == ["library lend ada \"war and peace\""])
    #expect(bench.lines("library lend ada 'war'") == ["library lend ada 'war and peace'"])
    #expect(bench.lines(#"library lend ada war\ a"#) == [#"library lend ada war\ and\ peace"#])
    #expect(bench.lines("library lend --like=war") == [#"library lend --like=war\ and\ peace"#])
    #expect(bench.lines("library lend '--like=war") == ["library lend '--like=war and peace'"])
  }

  @Test(arguments: [
    "a\u{1B}[31m", "\u{7}", "a\rb", "\u{7F}", "\u{9B}31m", "a\u{202E}b", "\u{2066}x", "\u{200B}",
    "a\u{0}b",
    String(repeating: "x", count: 5_000),
  ])
  func `a candidate that quotes cannot make harmless is left out`(text: String) {
    bench.books = [.init(text), .init("fine", "a\u{1B}[31m")]
    #expect(
      bench.complete("library pick ").candidates == [
        Completion.Candidate("fine", abstract: "a\u{1B}[31m")
      ])
    #expect(bench.completer.candidates(of: "anything", for: "").map(\.replacement) == ["fine"])
  }

  @Test func `a candidate that looks like an option is left out, unless options have ended`() {
    bench.books = [.init("-dash"), .init("-"), .init("fine")]
    #expect(bench.labels("library pick ") == ["-", "fine"])
    #expect(bench.labels("library pick -- ") == ["-dash", "-", "fine"])
  }

  @Test func `a list of candidates is limited, without duplicates`() {
    bench.books = (0..<1_000).map { .init("b-\($0 / 2)") }
    #expect(bench.labels("library pick ").count == 100)
    #expect(bench.labels("library lend ada b").count == 100)
    bench.books = (0..<1_000).map { .init("b-\($0)") }
    #expect(bench.labels("library lend ada b").count == 200)
  }

  private static func lastWord(of line: String) throws -> Word {
    var parser = ScriptParser()
    var list: CommandList?
    for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
      let result = try Array(part.utf8).withUnsafeBufferPointer { try parser.feed($0) }
      if case .complete(let complete) = result { list = complete }
    }
    try parser.finish()
    return try #require(list?.first.command.last)
  }
}

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
