import Glibc
import SeashellTesting
import ShellCommands
import Testing

@testable import ShellTerminal

extension LineTests {
  @MainActor @Suite(.serialized) struct NoticeTests {
    let folder: TemporaryFolder
    let pty: Pty

    init() throws {
      folder = try TemporaryFolder()
      pty = try Pty(columns: 40, history: folder.file("history"))
    }

    @Test func `a notice appears above a half-typed line, whose cursor stays`() async throws {
      let task = try await pty.read()
      pty.type("half typed\u{1B}[D\u{1B}[D")
      try await pty.see(["> half typed"], cursor: (0, 10))
      pty.reader.notify("a review came\u{1B}[2J")
      try await pty.see(["a review came\\u{1B}[2J", "> half typed"], cursor: (1, 10))
      pty.type("!\r")
      #expect(try await task.value == "half typ!ed")
    }

    @Test func `the prompt changes while a line is typed, whose cursor stays`() async throws {
      let task = try await pty.read()
      pty.type("half typed\u{1B}[D\u{1B}[D")
      try await pty.see(["> half typed"], cursor: (0, 10))
      let offline = Prompt("dev (offline)> ")
      pty.reader.replacePrompt(Prompt("? "), by: offline)
      pty.reader.replacePrompt(Prompt("> "), by: offline)
      try await pty.see(["dev (offline)> half typed"], cursor: (0, 23))
      pty.reader.notify("a review came")
      try await pty.see(["a review came", "dev (offline)> half typed"], cursor: (1, 23))
      pty.reader.replacePrompt(offline, by: Prompt("dev> "))
      try await pty.see(["a review came", "dev> half typed"], cursor: (1, 13))
      pty.type("!\r")
      #expect(try await task.value == "half typ!ed")
    }

    @Test func `a notice wider than the terminal is wrapped at blanks`() async throws {
      pty.reader.notify("a notice that comes before there is a line")
      let task = try await pty.read()
      let first = ["a notice that comes before there is a", "line"]
      try await pty.see(first + [">"], cursor: (2, 2))
      pty.reader.notify("a review of the product p-7 came: mediocre")
      try await pty.see(first + ["a review of the product p-7 came:", "mediocre", ">"])
      pty.type("x\r")
      #expect(try await task.value == "x")
    }

    @Test func `a notice appears above a line of several rows`() async throws {
      let task = try await pty.read()
      let text = String(repeating: "0123456789", count: 9)
      pty.type(text + "\u{1B}[D\u{1B}[D")
      let wrapped = wrap("> " + text)
      try await pty.see(wrapped, cursor: (2, 10))
      pty.reader.notify("a review came")
      try await pty.see(["a review came"] + wrapped, cursor: (3, 10))
      pty.type("\u{1}")
      try await pty.see(["a review came"] + wrapped, cursor: (1, 2))
      pty.type("\r")
      #expect(try await task.value == text)
    }

    private func wrap(_ text: String) -> [String] {
      var rest = Substring(text)
      var rows: [String] = []
      while !rest.isEmpty {
        rows.append(String(rest.prefix(40)))
        rest = rest.dropFirst(40)
      }
      return rows
    }

    @Test func `a notice waits for the end of a search`() async throws {
      pty.reader.remember("print tea")
      let task = try await pty.read()
      pty.type("\u{12}te")
      try await pty.see(["(reverse-i-search)`te': print tea"])
      pty.reader.notify("a review came")
      pty.type("a")
      try await pty.see(["(reverse-i-search)`tea': print tea"])
      pty.type("\u{5}")
      try await pty.see("a review came\r\n> print tea")
      pty.type("\r")
      #expect(try await task.value == "print tea")
    }

    @Test func `a notice is shown when a search ends, without a further key`() async throws {
      pty.reader.remember("print tea")
      let task = try await pty.read()
      pty.type("\u{12}te")
      try await pty.see(["(reverse-i-search)`te': print tea"])
      pty.reader.notify("a review came")
      pty.type("\u{1B}")
      try await pty.see("a review came\r\n> print tea")
      pty.type("\r")
      #expect(try await task.value == "print tea")
    }

    @Test(arguments: [false, true])
    func `waiting notices are shown before the process ends`(isTyping: Bool) async throws {
      let task = isTyping ? try await pty.read() : nil
      for number in 1...2 { pty.reader.notify("notice \(number)") }
      pty.reader.leave()
      try await pty.see("notice 2\r\n")
      #expect(pty.settings.c_lflag & UInt32(ICANON | ECHO) == UInt32(ICANON | ECHO))
      task?.cancel()
      _ = try? await task?.value
    }

    @Test func `notices between lines are shown before the next prompt`() async throws {
      pty.reader.notify("one")
      pty.reader.notify("two")
      #expect(pty.rest == "")
      let task = try await pty.read()
      try await pty.see(["one", "two", ">"])
      pty.type("\r")
      _ = try await task.value
    }

    @Test func `of many notices, ten are shown with the number of the others`() async throws {
      let task = try await pty.read()
      pty.type("half")
      try await pty.see(["> half"])
      for number in 1...99_999 { pty.reader.notify("notice \(number)") }
      pty.reader.notify("needed", isNeeded: true)
      // Only the first notice was written, however long that took.
      let told = pty.rest
      #expect(told.contains("notice 1\r\n") && !told.contains("notice 2"))
      // Typed before the second display of notices or, on a busy machine, after it.
      pty.type("!")
      try await pty.see("notice 11\r\nneeded\r\n… and 99988 more notices\r\n> half!")
      pty.type("\r")
      #expect(try await task.value == "half!")
    }
  }
}
