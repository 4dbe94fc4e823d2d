@testable import CoreSystem
@testable import ShellOutput
import ShellHelp
import ShellJobs
@testable import ShellRuntime
@testable import ShellCommands
import CoreEvents
@testable import SeashellTesting
import Glibc
import TestSupport
import Testing

@testable import ShellTerminal

/// The terminal is restored, however the process ends.
@Suite(.mayBlock) struct EndingTests {
  @Test func `a signal ends the process while a write blocks`() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      await MainActor.run {
        alarm(Patience.seconds)
        let interrupts = Interrupts()
        TerminationSignals.install(interrupting: interrupts, leave: Self.reader.leave)
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        let sink = DescriptorSink(descriptor: ends[1], name: "a pipe") {
          interrupts.flag.isRaised
        }
        kill(getpid(), SIGTERM)
        // More than fits into the pipe, which has no reader.
        let bytes = [UInt8](repeating: 0, count: 1 << 20)
        try? bytes.withUnsafeBytes { try sink.write($0) }
      }
      while true { await Task.yield() }
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a second signal ends a process that is stuck, with the terminal restored`(
    second: Int32
  ) async throws {
    let terminal = try PseudoTerminal(isHeld: true)
    await #expect(processExitsWith: .signal(second)) {
      [path = terminal.path as String, second = second as Int32] in
      await MainActor.run {
        alarm(Patience.seconds)
        let interrupts = Interrupts()
        TerminationSignals.install(interrupting: interrupts, leave: Self.reader.leave)
        PseudoTerminal.take(path)
        kill(getpid(), SIGTERM)
        while !interrupts.flag.isRaised { poll(nil, 0, 1) }
        while true { kill(getpid(), second) }
      }
    }
    #expect(terminal.isSane)
    #expect(terminal.written.contains("\u{1B}[?2004l"))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `one signal ends a prompt whose command never returns, with the terminal restored`(
    number: Int32
  ) async throws {
    let terminal = try PseudoTerminal(isHeld: true)
    await #expect(processExitsWith: .signal(number)) {
      [path = terminal.path as String, number = number as Int32] in
      await MainActor.run {
        alarm(Patience.seconds)
        TerminationSignals.install(interrupting: Interrupts(), leave: Self.reader.leave)
        PseudoTerminal.take(path)
        kill(getpid(), number)
        while true {}
      }
    }
    #expect(terminal.isSane)
    #expect(terminal.written.contains("\u{1B}[?2004l"))
  }

  @Test(arguments: [(true, 150), (true, 1_100), (false, 150)] as [(Bool, Int32)])
  func `repeated Ctrl-C ends a shell whose command never returns`(
    isAtPrompt: Bool, pause: Int32
  ) async throws {
    let terminal = try PseudoTerminal(isHeld: true)
    await #expect(processExitsWith: .signal(SIGINT)) {
      [path = terminal.path as String, isAtPrompt = isAtPrompt as Bool, pause = pause as Int32] in
      try await Self.runSpinning(on: path, isAtPrompt: isAtPrompt, pressing: pause)
    }
    #expect(terminal.isSane)
    #expect(terminal.written.contains("\u{1B}[?2004l"))
  }

  @Test func `repeated Ctrl-C does not end a prompt whose main actor runs`() async throws {
    let interrupts = Interrupts { Issue.record("the process would have ended") }
    interrupts.beginPrompt {}
    interrupts.isShared.raise()
    for _ in 1...10 {
      interrupts.handleSignal()
      await MainActor.run {}
      #expect(interrupts.unansweredCount == 0)
    }
  }

  /// Runs a command that never returns, and keeps pressing Ctrl-C.
  ///
  /// - Parameter pause: the time between two presses, in milliseconds.
  @MainActor
  private static func runSpinning(
    on path: String, isAtPrompt: Bool, pressing pause: Int32
  ) async throws {
    alarm(Patience.seconds)
    let interrupts = Interrupts(handlesSignal: true, willEnd: TerminalGuard.restore)
    let bus = EventBus()
    let host = ShellHost(
      identity: ShellIdentity("test", version: "1"), bus: bus, process: StubProcess(),
      environments: StubEnvironments(), help: HelpPages(program: "test"),
      background: BackgroundJobs(bus: bus))
    let shell = try Shell(
      host, settings: ShellSettings(),
      streams: StandardStreams(output: MemorySink(), errors: MemorySink()), interrupts: interrupts)
    try shell.modules.load(SpinningModule())
    PseudoTerminal.take(path)
    BlockingThread.run {
      while true {
        if SpinningModule.isSpinning.isRaised { kill(getpid(), SIGINT) }
        poll(nil, 0, pause)
      }
    }
    if isAtPrompt { interrupts.beginPrompt {} }
    _ = await shell.run(text: "spin", named: "test")
  }

  /// A reader whose history cannot be written.
  @MainActor private static var reader: TerminalLineReader {
    TerminalLineReader(program: "test", history: "/proc/nonexistent/history", colors: { nil })
  }

  /// A module whose only command never returns.
  private final class SpinningModule: FeatureModule {
    nonisolated static let isSpinning = SharedFlag()
    let name = "spin"
    let abstract = "Never return"
    let commands: [any Command] = [Spin()]

    struct Spin: Command {
      let specification = CommandSpecification("spin", abstract: "Never return")

      func run(_ invocation: Invocation) async throws {
        SpinningModule.isSpinning.raise()
        while true {}
      }
    }
  }

  @Test(arguments: [false, true])
  func `a stack overflow leaves the terminal usable`(isOnAnotherThread: Bool) async throws {
    let terminal = try PseudoTerminal(isHeld: true)
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      [path = terminal.path as String, isOnAnotherThread = isOnAnotherThread as Bool] in
      await MainActor.run {
        PseudoTerminal.take(path)
        guard isOnAnotherThread else { return _ = overflow(1) }
        var thread: pthread_t = 0
        pthread_create(
          &thread, nil,
          { @Sendable _ in
            CrashReport.provideStack()
            _ = overflow(1)
            return nil
          }, nil)
        pthread_join(thread, nil)
      }
    }
    #expect(terminal.isSane)
  }

  @Test func `a terminal is restored once, and only while its settings are changed`() async throws {
    let terminal = try PseudoTerminal(isHeld: true)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      await MainActor.run {
        PseudoTerminal.take(path)
        TerminalGuard.restore()
        TerminalGuard.restore()
        PseudoTerminal.take(path)
        TerminalGuard.disarm()
        TerminalGuard.restore()
      }
    }
    // The terminal itself turns the newline into CR LF.
    #expect(terminal.written == "\u{1B}[?2004l\r\r\n")
    #expect(!terminal.isSane)
  }
}

/// Overflows the stack.
@inline(never)
private func overflow(_ depth: Int) -> Int {
  depth == 0 ? 0 : overflow(depth + 1) &+ depth
}

extension PseudoTerminal {
  /// In another process: arms the guard, and changes the terminal's settings as readline does.
  @MainActor
  fileprivate static func take(_ path: String) {
    let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    TerminalGuard.arm(input: descriptor, output: descriptor, marksPaste: true)
    var settings = termios()
    tcgetattr(descriptor, &settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// The text written to the terminal.
  fileprivate var written: String {
    var text = ""
    while let bytes = Self.read(from: master), !bytes.isEmpty {
      text += String(decoding: bytes, as: UTF8.self)
    }
    return text
  }
}
