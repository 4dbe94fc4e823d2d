import CoreLoop
import ShellCommands
import CoreSystem
import ShellOutput
import ShellRuntime
import Glibc
import SeashellTesting
import Testing

@testable import ShellTerminal

extension LineTests {
  @MainActor @Suite(.serialized) struct ConsoleTests {
    let folder: TemporaryFolder
    let pty: Pty
    let settings = ShellSettings()
    let console: TerminalConsole

    init() throws {
      folder = try TemporaryFolder()
      pty = try Pty(history: folder.file("history"))
      console = TerminalConsole(
        reader: pty.reader, settings: settings, interrupts: Interrupts(),
        style: { OutputStyle(isTerminal: true, columns: 80) })
    }

    @Test func `a form's field is read without the history`() async throws {
      pty.reader.remember("reviews delete r-1")
      let completer = ProductCompleter()
      console.completer = completer
      defer { withExtendedLifetime(completer) {} }
      let task = Task {
        try await console.ask(Question("product", alternative: "ID", completion: "products.id"))
      }
      try await pty.see("product: ")
      pty.type("\u{1B}[Ap\t\r")
      #expect(try await task.value == "p-7")
      #expect(pty.reader.statements == ["reviews delete r-1"])
      #expect(try await pty.line("\u{1B}[A\r") == "reviews delete r-1")
    }

    @Test(arguments: [
      ("4", "\r", "4"), ("4", "\u{7F}5\r", "5"), ("", "5\r", "5"), ("日本", "\u{7F}\r", "日"),
      ("4", "\u{7F}\r", ""),
    ])
    func `a question begins with the present value`(
      present: String, keys: String, answer: String
    ) async throws {
      var question = Question("rating", alternative: "--rating N")
      question.present = present
      let task = Task { [question] in try await console.ask(question) }
      try await pty.see("rating: \(present)")
      pty.type(keys)
      #expect(try await task.value == answer)
    }

    @Test func `a question wider than the terminal is broken between words`() async throws {
      let pty = try Pty(columns: 20, history: folder.file("history"))
      let console = TerminalConsole(
        reader: pty.reader, settings: settings, interrupts: Interrupts(),
        style: { OutputStyle(isTerminal: true, columns: 20) })
      let task = Task { try await console.confirm("send it again if its response is lost?") }
      try await pty.see(["send it again if its", "response is lost?", "[y/N]"], cursor: (2, 6))
      pty.type("y\r")
      #expect(try await task.value)
    }

    @Test func `a present value with control characters is not written to the terminal`()
      async throws
    {
      var question = Question("name", alternative: "--name T")
      question.present = "a\u{9B}31m"
      let task = Task { [question] in try await console.ask(question) }
      try await pty.see("name, Enter keeps it: ")
      pty.type("\r")
      #expect(try await task.value == question.present)
    }

    @Test(arguments: [false, true])
    func `the prompt waits for an abandoned question to end`(isSecret: Bool) async throws {
      let asking = Task {
        try await console.ask(Question("product", alternative: "ID", isSecret: isSecret))
      }
      try await pty.see("product: ")
      asking.cancel()
      // The question has not ended yet.
      #expect(pty.reader.isReading)
      let reading = Task.immediate { try await pty.reader.readLine(Prompt("> "), completer: nil) }
      await #expect(throws: CancellationError.self) { try await asking.value }
      try await pty.see("> ")
      pty.type("next\r")
      #expect(try await reading.value == "next")
    }

    @Test func `Ctrl-C ends a prompt that waits for a question`() async throws {
      let asking = Task { try await console.ask(Question("product", alternative: "ID")) }
      try await pty.see("product: ")
      let reading = Task.immediate { try await pty.reader.readLine(Prompt("> "), completer: nil) }
      reading.cancel()
      await #expect(throws: CancellationError.self) { try await reading.value }
      pty.type("p-7\r")
      #expect(try await asking.value == "p-7")
    }

    @Test func `a secret answer is neither echoed nor kept`() async throws {
      let before = pty.settings
      let task = Task {
        try await console.ask(Question("password", alternative: "-", isSecret: true))
      }
      try await pty.see("password: ")
      pty.type("wrong\u{15}gehéx\u{7F}\u{7F}\u{7F}heim\r")
      #expect(try await task.value == "geheim")
      try await pty.see(["password:"])
      #expect(pty.settings.c_lflag == before.c_lflag)
      #expect(try await pty.line("\u{1B}[Ax\r") == "x")
    }

    @Test func `keys typed right after SIGCONT are part of the secret`() async throws {
      let task = Task {
        try await console.ask(Question("password", alternative: "-", isSecret: true))
      }
      try await pty.see("password: ")
      // Both have arrived before the reader checks.
      pty.type("geh")
      kill(getpid(), SIGCONT)
      while !Readiness.isReadable(pty.reader.signals.descriptor) {}
      try await pty.see("password: ")
      pty.type("eim\r")
      #expect(try await task.value == "geheim")
    }

    @Test func `a secret asked of a closed terminal restores the signal handlers`() async throws {
      pty.hangUp()
      await #expect(throws: CancellationError.self) {
        try await console.ask(Question("password", alternative: "-", isSecret: true))
      }
      var action = sigaction()
      #expect(sigaction(SIGTSTP, nil, &action) == 0)
      #expect(action.__sigaction_handler.sa_handler == nil)
      #expect(!pty.reader.isReading)
    }

    @Test func `reading a line removes the progress, and a notice does not bring it back`()
      async throws
    {
      let clock = ManualClock()
      var written: [String] = []
      let reader = pty.reader
      let display = ProgressDisplay(
        columns: { 20 }, canDraw: { !reader.isReading }, isPossible: true, clock: clock,
        write: { written.append($0) })
      let console = TerminalConsole(
        reader: reader, settings: settings, style: { .plain }, display: display)
      console.progress(ProgressUpdate("reading"))
      await clock.sleepers(1)
      clock.advance(by: ProgressDisplay.delay)
      await clock.sleepers(1)
      #expect(written.count == 1)
      let task = try await pty.read()
      #expect(written.last == "\r\u{1B}[K")
      console.progress(ProgressUpdate("still reading"))
      await clock.sleepers(1)
      clock.advance(by: ProgressDisplay.delay)
      // Before the line ends, when the display could draw.
      await display.drawing?.value
      console.notify("a notice")
      try await pty.see("a notice\r\n> ")
      pty.type("x\r")
      #expect(try await task.value == "x")
      #expect(written.count == 2)
      console.progress(nil)
    }

    @Test(arguments: [
      ("y\r", true), ("YES \r", true), ("n\r", false), ("\r", false), ("maybe\rno\r", false),
      ("yep\ry\r", true),
    ])
    func `a confirmation accepts only yes as yes`(typed: String, isYes: Bool) async throws {
      let task = Task { try await console.confirm("delete it?") }
      try await pty.see("delete it? [y/N] ")
      pty.type(typed)
      #expect(try await task.value == isYes)
    }

    @Test(arguments: [false, true])
    func `a question can be cancelled`(isSecret: Bool) async throws {
      let before = pty.settings
      for leaves in [false, true] {
        let task = Task {
          try await console.ask(Question("password", alternative: "-", isSecret: isSecret))
        }
        try await pty.see("password: ")
        if leaves { pty.type("\u{4}") } else { task.cancel() }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(pty.settings.c_lflag == before.c_lflag)
      }
    }

    @Test(arguments: [false, true])
    func `a question with control characters is shown, not obeyed`(isSecret: Bool) async throws {
      let field = Question("\u{1B}[2J\u{1}name\n\u{202E}", alternative: "-", isSecret: isSecret)
      let task = Task { try await console.ask(field) }
      try await pty.see("\\u{1B}[2J\\u{1}name\\n\\u{202E}: ")
      pty.type("x\r")
      #expect(try await task.value == "x")
    }

    @Test func `a prompt with control characters is shown, not obeyed`() async throws {
      let reader = pty.reader
      let task = Task { try await reader.readLine(Prompt("\u{9B}2J\u{2}qa\r> "), completer: nil) }
      try await pty.see("\\u{9B}2J\\u{2}qa\\r> ")
      pty.type("x\r")
      #expect(try await task.value == "x")
    }

    @Test func `the terminal reads one line at a time`() async throws {
      let task = try await pty.read()
      await #expect(throws: ShellError.self) { try await console.confirm("really?") }
      pty.type("x\r")
      #expect(try await task.value == "x")
    }

    @Test func `with -q no notices are shown, and standard input is not read`() async throws {
      settings.isQuiet = true
      console.notify("a notice")
      #expect(try await pty.line("x\r") == "x")
      #expect(!pty.rest.contains("notice"))
      await #expect(throws: ShellError.self) { try await console.readInput(upTo: 10) }
    }
  }

  @MainActor @Suite struct ProgressTests {
    @Test func `progress is shown after a delay, and removed`() async throws {
      let clock = ManualClock()
      var written: [String] = []
      let display = ProgressDisplay(
        columns: { 12 }, canDraw: { true }, isPossible: true, clock: clock,
        write: { written.append($0) })
      display.show(ProgressUpdate("short"))
      display.show(nil)
      #expect(written.isEmpty)
      display.show(ProgressUpdate("reading\nmuch too much", fraction: 0.5))
      await clock.sleepers(1)
      #expect(written.isEmpty)
      clock.advance(by: ProgressDisplay.delay)
      await clock.sleepers(1)
      #expect(written == ["\rreadi… 50 %\u{1B}[K"])
      display.show(nil)
      #expect(written.last == "\r\u{1B}[K")
    }

    @Test func `progress ends by itself if the line is in use`() async throws {
      let clock = ManualClock()
      var written: [String] = []
      let isFree = SharedFlag(isRaised: true)
      let display = ProgressDisplay(
        columns: { 20 }, canDraw: { isFree.isRaised }, isPossible: true, clock: clock,
        write: { written.append($0) })
      display.show(ProgressUpdate("reading"))
      await clock.sleepers(1)
      clock.advance(by: ProgressDisplay.delay)
      await clock.sleepers(1)
      #expect(written == ["\r⠙ reading\u{1B}[K"])
      isFree.lower()
      clock.advance(by: ProgressDisplay.pause)
      await display.drawing?.value
      isFree.raise()
      // Later progress of the same operation is not shown either.
      display.show(ProgressUpdate("reading more"))
      await display.drawing?.value
      #expect(written.count == 1)
      display.show(nil)
      display.show(ProgressUpdate("new"))
      await clock.sleepers(1)
      clock.advance(by: ProgressDisplay.delay)
      await clock.sleepers(1)
      #expect(written.last == "\r⠹ new\u{1B}[K")
      display.show(nil)
    }

    @Test func `progress makes way for other text, and comes back below it`() async throws {
      let clock = ManualClock()
      var written: [String] = []
      let display = ProgressDisplay(
        columns: { 20 }, canDraw: { true }, isPossible: true, clock: clock,
        write: { written.append($0) })
      func pass(_ duration: Duration) async {
        await clock.sleepers(1)
        clock.advance(by: duration)
        await clock.sleepers(1)
      }
      func write(_ text: String) {
        Array(text.utf8).withUnsafeBytes { display.makeWay(for: $0) }
      }
      display.show(ProgressUpdate("reading", done: 1, total: 2))
      await pass(ProgressDisplay.delay)
      #expect(written.count == 1 && display.isShown.isRaised)
      write("a row\n")
      #expect(written.last == "\r\u{1B}[K" && !display.isShown.isRaised)
      for _ in 0..<2 { await pass(ProgressDisplay.pause) }
      write("another row\n")
      for _ in 0..<2 { await pass(ProgressDisplay.pause) }
      #expect(written.count == 2)
      await pass(ProgressDisplay.pause)
      #expect(written.count == 3 && written.last?.hasPrefix("\rreading") == true)
      write("the beginning of a line")
      for _ in 0..<9 { await pass(ProgressDisplay.pause) }
      #expect(written.count == 4)
      write(", and its end\n")
      for _ in 0..<3 { await pass(ProgressDisplay.pause) }
      #expect(written.count == 5)
      display.show(nil)
      #expect(written.count == 6)
      await display.drawing?.value
      #expect(display.drawing == nil)
    }
  }
}

private final class ProductCompleter: Completer {
  func completion(of text: String, at cursor: Int) -> Completion { Completion(start: cursor) }

  func candidates(of kind: CompletionKind, for prefix: String) -> [Completion.Candidate] {
    kind == "products.id" && prefix == "p" ? [.init("p-7", abstract: "Tea")] : []
  }
}
