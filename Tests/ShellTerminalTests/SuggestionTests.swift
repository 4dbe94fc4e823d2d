import Foundation
import ShellCommands
import SeashellTesting
import ShellOutput
import TestSupport
import Testing

@testable import ShellTerminal

extension LineTests {
  /// Suggestions, colours and the menu of candidates, on a terminal with colours.
  @MainActor @Suite(.serialized) struct SuggestionTests {
    let folder: TemporaryFolder
    let pty: Pty

    init() throws {
      folder = try TemporaryFolder()
      try folder.write(
        "history", "print one\nproducts list --all\\@live\nproducts show p-1\\@test\n")
      pty = try Pty(columns: 40, history: folder.file("history"), colors: .standard)
      pty.help = .init(environment: "live")
    }

    private final class Words: Completer {
      let words: [String]
      /// Whether the words are examples.
      var areExamples = false

      init(_ words: [String]) { self.words = words }

      func completion(of text: String, at cursor: Int) -> Completion {
        let word = text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
        return Completion(
          start: cursor - word.utf8.count,
          candidates: words.filter { $0.hasPrefix(word) }.map {
            var candidate = Completion.Candidate($0, abstract: "a \($0)")
            candidate.isExample = areExamples
            return candidate
          })
      }

      func writes(_ statement: String) -> Bool { statement.hasPrefix("products") }

      func highlights(of text: String, at cursor: Int) -> [Highlight] {
        [Highlight(0..<min(5, text.utf8.count), .unknown)]
      }
    }

    @Test(arguments: [
      ("\u{1B}[C", "products list --all"), ("\u{6}", "products list --all"),
      ("\u{5}", "products list --all"), ("\u{1B}[F", "products list --all"),
      ("\u{1B}OF", "products list --all"), ("\u{1B}f", "products"),
      ("\u{1B}f\u{1B}f", "products list"), ("\u{1B}[1;5C\u{1B}[1;3C", "products list"),
      ("\u{1B}f\u{1F}", "pro"), ("\u{1B}[C\u{1F}", "pro"), ("x", "prox"), ("", "pro"),
      ("\u{1B}[D\u{1B}[C", "pro"), ("\u{1}\u{5}", "pro"),
    ])
    func `keys to the right take the suggestion at the end of the line`(
      keys: String, line: String
    ) async throws {
      let task = try await pty.read(completer: Words([]))
      pty.type("pro")
      try await pty.see(["> products list --all"], cursor: (0, 5))
      #expect(pty.screen.rendition(of: "ducts") == "2")
      #expect(pty.screen.rendition(of: "pro") == "31")
      pty.type(keys + "\r")
      #expect(try await task.value == line)
      try await pty.see(["> \(line)"])
    }

    @Test func `nothing is suggested where it is switched off`() async throws {
      pty.help = .init(highlights: false, suggestions: false)
      let task = try await pty.read(completer: Words([]))
      pty.type("pro")
      try await pty.see(["> pro"])
      pty.type("\u{1B}[C\r")
      #expect(try await task.value == "pro")
      #expect(pty.screen.rendition(of: "pro") == "")
    }

    @Test func `a notice and a new size leave the line and its suggestion`() async throws {
      let task = try await pty.read(completer: Words([]))
      pty.type("pro")
      try await pty.see(["> products list --all"], cursor: (0, 5))
      pty.reader.notify("a notice")
      try await pty.see(["a notice", "> products list --all"], cursor: (1, 5))
      pty.type("\r")
      #expect(try await task.value == "pro")
      try await pty.see(["a notice", "> pro"])
    }

    @Test(arguments: [
      ("\t\r", "three"), ("\t\t\r", "two"), ("\u{1B}[B\u{1B}[A\r", "two"),
      ("\u{1B}[Z\r", "two"), ("\t\u{7}", "t"), ("w\t", "two"), ("h\u{7F}\t\r", "three"),
      ("\tx", "t"),
    ])
    func `a menu shows the candidates, and keys choose`(keys: String, word: String) async throws {
      let task = try await pty.read(completer: Words(["one", "three", "two"]))
      pty.type("t\t")
      try await pty.see(["> t", "three  a three", "two    a two"], cursor: (0, 3))
      pty.type(keys)
      if keys.hasSuffix("x") {
        try await pty.see(["> tx"])
        pty.type("\u{7F}\r")
      } else {
        try await pty.see(["> \(word)"])
        pty.type("|\r")
      }
      let line = try await task.value
      let isAccepted = keys.hasSuffix("\r") || keys == "w\t"
      #expect(line == (keys.hasSuffix("x") ? "t" : isAccepted ? "\(word) |" : "\(word)|"))
    }

    /// Completes a product by its id, or by a word of its name.
    private final class Products: Completer {
      func completion(of text: String, at cursor: Int) -> Completion {
        let word = text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
        let names = [("p-1", "Camping mug"), ("p-2", "Ocean mug"), ("p-3", "Camera")]
        return Completion(
          start: cursor - word.utf8.count,
          candidates: names.filter { id, name in
            id.hasPrefix(word) || " \(name.lowercased())".contains(" \(word)")
          }.map { .init($0, abstract: $1) })
      }
    }

    private nonisolated static let all = ["p-1  Camping mug", "p-2  Ocean mug", "p-3  Camera"]

    @Test(
      arguments: [
        ("c", ["> show c", all[0], all[2]], "\t\r", "show p-1 |"),
        ("cam", ["> show cam", all[0], all[2]], "p\r", "show p-1 |"),
        ("camp", ["> show camp", all[0]], "\r", "show p-1 |"),
        ("c\u{7F}", ["> show"] + all, "\t\t\r", "show p-2 |"),
        ("c\u{7}", ["> show"], "", "show |"), ("q", ["> show p-q"], "", "show p-q|"),
        ("2", ["> show p-2", all[1]], "\t", "show p-2 |"),
      ] as [(String, [String], String, String)])
    func `a word of a description is found behind the beginning that Tab inserts`(
      typed: String, screen: [String], keys: String, line: String
    ) async throws {
      let task = try await pty.read(completer: Products())
      pty.type("show \t")
      try await pty.see(["> show p-"] + Self.all)
      pty.type(typed)
      try await pty.see(screen)
      pty.type(keys)
      try await pty.digest()
      pty.type("|\r")
      #expect(try await task.value == line)
    }

    @Test func `Enter runs a line whose last word the menu cannot complete`() async throws {
      let task = try await pty.read(completer: Products())
      pty.type("show \t2")
      try await pty.see(["> show p-2", Self.all[1]])
      pty.type("\r")
      #expect(try await task.value == "show p-2")
    }

    @Test(arguments: [("\t", "one"), ("\r", "one"), ("\u{7}", ""), ("x", "x"), ("o\t", "one")])
    func `the only example is shown, and inserted on request`(
      keys: String, word: String
    ) async throws {
      let words = Words(["one"])
      words.areExamples = true
      let task = try await pty.read(completer: words)
      pty.type("where \t")
      try await pty.see(["> where", "one  a one"], cursor: (0, 8))
      pty.type(keys)
      try await pty.see(["> where \(word)".trimmingCharacters(in: .whitespaces)])
      pty.type("|\r")
      #expect(try await task.value == "where \(word)\(word == "one" ? " " : "")|")
    }

    @Test func `an example of which a part is typed is inserted`() async throws {
      let words = Words(["one"])
      words.areExamples = true
      #expect(try await pty.line("where o\t|\r", completer: words) == "where one |")
    }

    @Test func `on an empty line, no write is suggested`() async throws {
      for (first, then, shown) in [
        ("print a", "print b", "> print b"), ("print a", "products add", ">"),
      ] {
        let history = (0..<3).map { _ in "\(first)\\@live\n\(then)\\@live\n" }.joined()
        try folder.write("history", history + "\(first)\\@live\n")
        let pty = try Pty(columns: 40, history: folder.file("history"), colors: .standard)
        pty.help = .init(environment: "live")
        let task = try await pty.read(completer: Words([]))
        try await pty.see([shown])
        pty.type("\u{1B}[C|\r")
        #expect(try await task.value == (shown == ">" ? "|" : "\(then)|"))
      }
    }

    @Test func `on an empty line, no line is suggested that has failed`() async throws {
      let history = (0..<3).map { _ in "print a\\@live\nprint b\\@live\n" }.joined()
      try folder.write("history", history + "print a\\@live\n")
      let pty = try Pty(columns: 40, history: folder.file("history"), colors: .standard)
      for (line, hasFailed, lines) in [
        ("print b", true, ["> print b"]), ("print a", false, ["> print b", "> print a"]),
        ("|", false, ["> print b", "> print a", ">"]),
      ] {
        let task = try await pty.read(completer: Words([]))
        try await pty.see(lines)
        pty.type(line + "\r")
        #expect(try await task.value == line)
        pty.help = .init(environment: "live")
        pty.reader.remember(line)
        pty.help = .init(environment: "live", hasFailed: hasFailed)
      }
    }

    @Test func `Ctrl-C leaves no menu and no suggestion on the screen`() async throws {
      let task = try await pty.read(completer: Words(["one", "three", "two"]))
      pty.type("t\t\t")
      try await pty.see(["> three", "three  a three", "two    a two"])
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await pty.see(["> three^C"])
    }
  }
}
