@testable import CoreSystem
@testable import ShellOutput
@testable import ShellRuntime
@testable import ShellCommands
import CoreEvents
import Glibc
import TestSupport
import Testing

@testable import ShellTerminal

/// How a process leaves its terminal, whatever ends it.
@Suite(.timeLimit(.minutes(2)), .mayBlock) struct EndingTests {
  @Test func `a signal is heeded while a write waits for a reader`() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      await MainActor.run {
        alarm(60)
        let interrupts = Interrupts()
        TerminationSignals.hear(interrupts, leaving: Self.reader)
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        let sink = DescriptorSink(descriptor: ends[1], name: "a pipe") {
          interrupts.flag.isRaised
        }
        kill(getpid(), SIGTERM)
        // More than the pipe holds, and nobody reads.
        let bytes = [UInt8](repeating: 0, count: 1 << 20)
        try? bytes.withUnsafeBytes { try sink.write($0) }
      }
      while true { await Task.yield() }
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `the second signal ends a process that heeds none, with its terminal put back`(
    second: Int32
  ) async throws {
    let terminal = try RawTerminal()
    await #expect(processExitsWith: .signal(second)) {
      [path = terminal.path as String, second = second as Int32] in
      await MainActor.run {
        alarm(60)
        let interrupts = Interrupts()
        TerminationSignals.hear(interrupts, leaving: Self.reader)
        RawTerminal.take(path)
        kill(getpid(), SIGTERM)
        while !interrupts.flag.isRaised { poll(nil, 0, 1) }
        while true { kill(getpid(), second) }
      }
    }
    #expect(terminal.isSane)
    #expect(terminal.written.contains("\u{1B}[?2004l"))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `one signal ends a prompt whose command never returns, with the terminal put back`(
    number: Int32
  ) async throws {
    let terminal = try RawTerminal()
    await #expect(processExitsWith: .signal(number)) {
      [path = terminal.path as String, number = number as Int32] in
      await MainActor.run {
        alarm(60)
        TerminationSignals.hear(Interrupts(), leaving: Self.reader)
        RawTerminal.take(path)
        kill(getpid(), number)
        while true {}
      }
    }
    #expect(terminal.isSane)
    #expect(terminal.written.contains("\u{1B}[?2004l"))
  }

  @Test(arguments: [(true, 150), (true, 1_100), (false, 150)] as [(Bool, Int32)])
  func `Ctrl-C, said again and again, ends a shell whose command never returns`(
    isAtPrompt: Bool, pause: Int32
  ) async throws {
    let terminal = try RawTerminal()
    await #expect(processExitsWith: .signal(SIGINT)) {
      [path = terminal.path as String, isAtPrompt = isAtPrompt as Bool, pause = pause as Int32] in
      try await Self.runSpinning(on: path, isAtPrompt: isAtPrompt, pressing: pause)
    }
    #expect(terminal.isSane)
    #expect(terminal.written.contains("\u{1B}[?2004l"))
  }

  @Test func `Ctrl-C, said as often, ends no prompt whose main actor takes turns`() async throws {
    let interrupts = Interrupts { Issue.record("the process would have ended") }
    interrupts.beginPrompt {}
    interrupts.isShared.raise()
    for _ in 1...10 {
      interrupts.handleSignal()
      await MainActor.run {}
      #expect(interrupts.unansweredCount == 0)
    }
  }

  /// Runs a command that never returns, and presses Ctrl-C while it runs.
  ///
  /// - Parameter pause: how long it is from one to the next, in milliseconds, as a user has it.
  @MainActor
  private static func runSpinning(
    on path: String, isAtPrompt: Bool, pressing pause: Int32
  ) async throws {
    alarm(60)
    let interrupts = Interrupts(handlesSignal: true, willEnd: TerminalGuard.putBack)
    let shell = try Shell(
      version: "0", bus: EventBus(), settings: ShellSettings(),
      streams: StandardStreams(output: MemorySink(), errors: MemorySink()), interrupts: interrupts)
    try shell.modules.load(SpinningModule())
    RawTerminal.take(path)
    BlockingThread.run {
      while true {
        if SpinningModule.isSpinning.isRaised { kill(getpid(), SIGINT) }
        poll(nil, 0, pause)
      }
    }
    if isAtPrompt { interrupts.beginPrompt {} }
    _ = await shell.run(text: "spin", named: "test")
  }

  /// A reader whose history is nowhere.
  @MainActor private static var reader: TerminalLineReader {
    TerminalLineReader(history: "/nonexistent/history", hasColors: false)
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
  func `a stack that overflows leaves the terminal sane`(isOnAnotherThread: Bool) async throws {
    let terminal = try RawTerminal()
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      [path = terminal.path as String, isOnAnotherThread = isOnAnotherThread as Bool] in
      await MainActor.run {
        RawTerminal.take(path)
        guard isOnAnotherThread else { return _ = overflow(1) }
        var thread: pthread_t = 0
        pthread_create(
          &thread, nil,
          { @Sendable _ in
            TerminalGuard.provideStack()
            _ = overflow(1)
            return nil
          }, nil)
        pthread_join(thread, nil)
      }
    }
    #expect(terminal.isSane)
  }

  @Test func `a terminal is put back once, and only while it is set otherwise`() async throws {
    let terminal = try RawTerminal()
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      await MainActor.run {
        RawTerminal.take(path)
        TerminalGuard.putBack()
        TerminalGuard.putBack()
        RawTerminal.take(path)
        TerminalGuard.disarm()
        TerminalGuard.putBack()
      }
    }
    // The terminal itself makes CR LF of the newline.
    #expect(terminal.written == "\u{1B}[?2004l\r\r\n")
    #expect(!terminal.isSane)
  }
}

/// Uses up the stack.
@inline(never)
private func overflow(_ depth: Int) -> Int {
  depth == 0 ? 0 : overflow(depth + 1) &+ depth
}

/// A pseudoterminal that another process sets as readline does.
private final class RawTerminal {
  let path: String
  private let master: Int32
  /// Held, so that what the process wrote outlives it.
  private let slave: Int32

  init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import.
    let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    #expect(ioctl(master, unlock, &isLocked) == 0)
    #expect(ioctl(master, getNumber, &number) == 0)
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  deinit {
    close(slave)
    close(master)
  }

  /// In the other process: remembers how the terminal is set, and sets it otherwise.
  @MainActor
  static func take(_ path: String) {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    TerminalGuard.arm(input: descriptor, output: descriptor, marksPaste: true)
    var settings = termios()
    tcgetattr(descriptor, &settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Whether lines are edited, and shown.
  var isSane: Bool {
    var settings = termios()
    let wanted = tcflag_t(ICANON | ECHO)
    return tcgetattr(master, &settings) == 0 && settings.c_lflag & wanted == wanted
  }

  /// What was written to it.
  var written: String {
    var bytes: [UInt8] = []
    while Readiness.isReadable(master) {
      var byte: UInt8 = 0
      guard read(master, &byte, 1) == 1 else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
