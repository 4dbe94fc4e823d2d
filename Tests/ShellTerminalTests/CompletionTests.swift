import ShellCommands
import SeashellTesting
import TestSupport
import Testing

@testable import ShellTerminal

/// Completes the last word of a line from a list.
@MainActor
private final class WordCompleter: Completer {
  var candidates: [Completion.Candidate]
  private(set) var asked: [(String, Int)] = []

  init(_ candidates: [Completion.Candidate]) {
    self.candidates = candidates
  }

  func completion(of text: String, at cursor: Int) -> Completion {
    asked.append((text, cursor))
    let before = text.utf8.prefix(cursor)
    let start = before.lastIndex(of: 0x20).map {
      before.distance(from: before.startIndex, to: $0) + 1
    }
    let word = String(decoding: before.dropFirst(start ?? 0), as: UTF8.self)
    return Completion(
      start: start ?? 0,
      candidates: candidates.filter {
        $0.replacement.hasPrefix(word) || $0.abstract.hasPrefix(word)
      })
  }
}

extension LineTests {
  @MainActor @Suite(.serialized) struct CompletionTests {
    let folder: TemporaryFolder
    let pty: Pty

    init() throws {
      folder = try TemporaryFolder()
      pty = try Pty(columns: 60, history: folder.file("history"))
    }

    @Test(arguments: [
      ("show p-1\t|\r", "show p-12 |"),
      ("show q\t|\r", "show q/|"),
      ("show Cof\t|\r", "show p-3 |"),
      ("show 日\t|\r", "show '日 本' |"),
      ("sh\u{1B}[D\u{1B}[Dp-1\t|\r", "p-12|sh"),
    ])
    func `a single candidate replaces the word`(typed: String, line: String) async throws {
      let completer = WordCompleter([
        .init("p-12"), .init("q/", endsWord: false), .init("p-3", abstract: "Coffee"),
        .init("'日 本'", label: "日 本", abstract: "日本"),
      ])
      #expect(try await pty.line(typed, completer: completer) == line)
    }

    @Test func `the common prefix of candidates is inserted, and typed text stays`()
      async throws
    {
      let completer = WordCompleter([
        .init("'big tea'", abstract: "x1"), .init("'big tin'", abstract: "x2"), .init("other"),
      ])
      #expect(try await pty.line("a '\t|\r", completer: completer) == "a 'big t|")
      #expect(try await pty.line("a x\t|\r", completer: completer) == "a x|")
      #expect(try await pty.line("a none\t|\r", completer: completer) == "a none|")
    }

    @Test func `the completer gets the cursor in bytes`() async throws {
      let completer = WordCompleter([.init("p-12")])
      #expect(try await pty.line("日本 p\t\r", completer: completer) == "日本 p-12 ")
      #expect(completer.asked.first?.0 == "日本 p")
      #expect(completer.asked.first?.1 == 8)
    }

    @Test func `candidates are listed under the line, escaped, and the line is redrawn`()
      async throws
    {
      let completer = WordCompleter([
        .init("p-1", abstract: "Tea\nfor two"), .init("p-22", abstract: "\u{1B}]0;evil\u{7}"),
      ])
      let task = try await pty.read(completer: completer)
      pty.type("show p now\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D")
      try await pty.see(["> show p now"], cursor: (0, 8))
      pty.type("\t")
      try await pty.see(
        [
          "> show p- now", "p-1   Tea for two", "p-22  \\u{1B}]0;evil\\u{7}", "> show p- now",
        ], cursor: (3, 9))
      pty.type("1\r")
      #expect(try await task.value == "show p-1 now")
    }

    @Test func `candidates without a description are listed in columns below the others`() {
      let candidates: [Completion.Candidate] = [
        .init("a", abstract: "x"), .init("bb"), .init("c", abstract: "y"), .init("d"), .init("e"),
      ]
      #expect(
        CandidateList.lines(of: candidates, columns: 20, colors: nil)
          == ["a   x", "bb", "c   y", "d  e"])
    }

    @Test func `at most a hundred candidates are listed`() async throws {
      let completer = WordCompleter((1...5000).map { .init("p-\($0)", abstract: "No. \($0)") })
      let task = try await pty.read(completer: completer)
      pty.type("p-\t")
      try await pty.see("p-100  No. 100\r\n… and 4900 more\r\n> p-")
      pty.type("\u{1B}?")
      try await pty.see("… and 4900 more\r\n> p-")
      pty.type("\r")
      #expect(try await task.value == "p-")
    }

    @Test func `a single candidate can be listed too`() async throws {
      let task = try await pty.read(
        completer: WordCompleter([.init("p-1", abstract: "\u{9B}2J")]))
      pty.type("p\u{1B}?")
      try await pty.see(["> p", "p-1  \\u{9B}2J", "> p"])
      pty.type("\r")
      #expect(try await task.value == "p")
    }

    @Test func `candidates that arrive after the Tab are shown, unless a key was typed since`()
      async throws
    {
      let completer = WordCompleter([])
      let task = try await pty.read(completer: completer)
      pty.type("show \t")
      await until { !completer.asked.isEmpty }
      completer.candidates = [.init("p-1", abstract: "Tea"), .init("p-22", abstract: "Coffee")]
      pty.reader.completeAgain()
      let lines = ["> show p-", "p-1   Tea", "p-22  Coffee", "> show p-"]
      try await pty.see(lines, cursor: (3, 9))
      // The same candidates are not shown again.
      let asked = completer.asked.count
      pty.reader.completeAgain()
      #expect(completer.asked.count == asked)

      completer.candidates = []
      pty.type("q\t1")
      try await pty.see(lines.dropLast() + ["> show p-q1"], cursor: (3, 11))
      completer.candidates = [.init("p-q123")]
      pty.reader.completeAgain()
      pty.type("\r")
      #expect(try await task.value == "show p-q1")
    }

    @Test func `the user can cycle through candidates`() async throws {
      var bind = Array("\"\\C-t\": menu-complete".utf8CString)
      Readline.bind(&bind)
      let completer = WordCompleter([.init("'a b'"), .init("'a c'")])
      #expect(try await pty.line("x '\u{14}\u{14}|\r", completer: completer) == "x 'a c'|")
    }

    @Test func `without a completer nothing is completed, not even files`() async throws {
      #expect(try await pty.line("/et\t|\r") == "/et|")
    }
  }
}
