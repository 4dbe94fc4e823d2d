import CoreLoop
import CoreSystem
import ShellCommands
import ShellOutput
import Glibc
import SeashellTesting
import TestSupport
import Testing

@testable import ShellTerminal

/// Readline has one state for the whole process, so tests that read a line run one at a time.
@MainActor @Suite(.serialized) struct LineTests {}

extension LineTests {
  @MainActor @Suite(.serialized) struct LineReaderTests {
    let folder: TemporaryFolder
    let pty: Pty

    init() throws {
      folder = try TemporaryFolder()
      pty = try Pty(history: folder.file("history"))
    }

    @Test func `a line is read from the terminal`() async throws {
      #expect(try await pty.line("print hello\r") == "print hello")
      #expect(try await pty.line("again\n") == "again")
      try await pty.see(["> print hello", "> again"])
      #expect(pty.screen.unknown.isEmpty)
    }

    @Test(arguments: [
      ("日本☕\u{7F}\r", "日本"),
      ("日本☕\u{1B}[D\u{1B}[Dx\r", "日x本☕"),
      ("日本☕\u{1}a\u{5}b\r", "a日本☕b"),
      ("日本☕\u{15}ok\r", "ok"),
      ("one two\u{17}\u{1F}\r", "one two"),
    ])
    func `text outside ASCII is edited by character`(typed: String, line: String) async throws {
      #expect(try await pty.line(typed) == line)
    }

    @Test func `the cursor is placed correctly after wide characters`() async throws {
      let task = try await pty.read()
      pty.type("日本☕")
      try await pty.see(["> 日本☕"], cursor: (0, 8))
      pty.type("\u{1B}[D\u{1B}[D")
      try await pty.see(["> 日本☕"], cursor: (0, 4))
      pty.type("x\u{7F}\u{7F}")
      try await pty.see(["> 本☕"], cursor: (0, 2))
      pty.type("\r")
      #expect(try await task.value == "本☕")
    }

    @Test func `Ctrl-D on an empty line ends the input`() async throws {
      #expect(try await pty.line("\u{4}") == nil)
      #expect(try await pty.line("x\u{1}\u{4}ok\r") == "ok")
      try await pty.see([">", "> ok"])
    }

    @Test func `a terminal that hangs up ends the input`() async throws {
      let task = try await pty.read()
      pty.type("half")
      try await pty.see("half")
      pty.hangUp()
      #expect(try await task.value == nil)
    }

    @Test(arguments: [
      "lf", "\u{12}ha", "\u{1B}5", "\u{16}", "\u{18}", "\u{1B}", "\u{1D}", "\u{1B}[200~half",
    ])
    func `a line is abandoned in any state of readline`(typed: String) async throws {
      let before = pty.settings
      #expect(try await pty.line("half way\r") == "half way")
      pty.reader.remember("half way")
      _ = pty.rest
      let task = try await pty.read()
      #expect(pty.settings.c_lflag & UInt32(ICANON) == 0)
      pty.type("ha")
      try await pty.see("ha")
      pty.type(typed)
      try await pty.digest()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      pty.flush()
      try await pty.see("^C\r\n")
      #expect(pty.settings.c_lflag == before.c_lflag)
      #expect(pty.settings.c_iflag == before.c_iflag)
      #expect(try await pty.line("whole\r") == "whole")
      #expect(pty.reader.statements == ["half way"])
    }

    @Test func `keys typed between two lines appear in the next line`()
      async throws
    {
      #expect(try await pty.line("one\r") == "one")
      pty.type("two\nthr")
      #expect(try await pty.line("") == "two")
      #expect(try await pty.line("ee\r") == "three")
    }

    @Test func `a paste of several lines is one line`() async throws {
      let line = try await pty.line("\u{1B}[200~one\rtwo\r\nthree\u{1B}[201~ x\r")
      #expect(line == "one\ntwo\nthree x")
    }

    @Test func `a paste arrives in pieces, and does not block the main actor`() async throws {
      let task = try await pty.read()
      pty.type("\u{1B}[200~one\r")
      try await pty.digest()
      pty.reader.notify("meanwhile")
      try await pty.see("meanwhile")
      pty.type("two\u{1B}[20")
      try await pty.digest()
      pty.type("1~\r")
      #expect(try await task.value == "one\ntwo")
    }

    @Test func `a paste of more than 1 MiB is discarded, with a notice`() async throws {
      let task = try await pty.read()
      pty.type("\u{1B}[200~")
      try await pty.type(all: String(repeating: "x", count: (1 << 20) + 100) + "\u{1B}[201~")
      try await pty.see("longer than 1 MiB")
      pty.type("ok\r")
      #expect(try await task.value == "ok")
    }

    @Test func `the line is redrawn when the terminal is resized`() async throws {
      let wide = try Pty(columns: 100, history: folder.file("history"))
      let task = try await wide.read()
      let text = String(repeating: "abcdefghi ", count: 6) + "end"
      wide.type(text)
      try await wide.see(["> " + text])
      wide.resize(to: 40)
      kill(getpid(), SIGWINCH)
      try await wide.see("end")
      #expect(wide.screen.lines.suffix(2).joined() == "> " + text)
      wide.resize(to: 100)
      kill(getpid(), SIGWINCH)
      try await wide.see("end")
      wide.type("!")
      try await wide.see("!")
      #expect(wide.screen.lines.last == "> " + text + "!")
      wide.type("\r")
      #expect(try await task.value == text + "!")
    }

    @Test func `a prompt is escaped, and coloured if there are colours`() async throws {
      let colored = try Pty(history: folder.file("history"), colors: .standard)
      let reader = colored.reader
      let task = Task {
        try await reader.readLine(Prompt("li\u{1B}ve日> ", isAlarming: true), completer: nil)
      }
      try await colored.see("\u{1B}[1;31mli\\u{1B}ve日> \u{1B}[0m")
      colored.type("x")
      try await colored.see(["li\\u{1B}ve日> x"], cursor: (0, 15))
      colored.type("\r")
      #expect(try await task.value == "x")
    }

    @Test func `a Ctrl-Z right after the last key is not lost`() {
      let signals = TerminalSignals()
      signals.install()
      kill(getpid(), SIGTSTP)
      while !Readiness.isReadable(signals.descriptor) {}
      #expect(signals.uninstall() == [SIGTSTP])
      #expect(signals.uninstall().isEmpty)
    }

    @Test func `a line is read from a dumb terminal`() async throws {
      let dumb = try Pty(history: folder.file("history"), kind: "dumb")
      let task = try await dumb.read()
      dumb.type("hal")
      try await dumb.see("hal")
      dumb.reader.notify("a notice")
      try await dumb.see("a notice\r\n> hal")
      dumb.type("f\r")
      #expect(try await task.value == "half")
      #expect(!dumb.rest.contains("\u{1B}"))
    }

    @Test(arguments: ["\r", "\n"])
    func `Escape and then Enter run the line`(enter: String) async throws {
      #expect(try await pty.line("abc\u{1B}\(enter)") == "abc")
      // The keys are still those of Emacs.
      #expect(try await pty.line("abc\u{1}x\r") == "xabc")
    }

    @Test func `vi mode ends with the line`() async throws {
      var bind = Array("set editing-mode vi".utf8CString)
      Readline.bind(&bind)
      defer {
        bind = Array("set editing-mode emacs".utf8CString)
        Readline.bind(&bind)
      }
      #expect(try await pty.line("abc\u{1B}0ix\r") == "xabc")
      let task = try await pty.read()
      pty.type("abc\u{1B}d")
      try await pty.see("abc")
      try await pty.digest()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      pty.flush()
      #expect(try await pty.line("again\r") == "again")
    }
  }
}
