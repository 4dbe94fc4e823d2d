@testable import CoreSystem
@testable import ShellOutput
@testable import ShellRuntime
@testable import ShellCommands
import CoreEvents
import Glibc
import TestSupport
import Testing

@testable import ShellTerminal

/// The terminal is restored, however the process ends.
@Suite(.timeLimit(.minutes(2)), .mayBlock) struct EndingTests {
  @Test func `a signal ends the process while a write blocks`() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      await MainActor.run {
        alarm(60)
        let interrupts = Interrupts()
        TerminationSignals.install(interrupting: interrupts, leave: Self.reader.leave)
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        let sink = DescriptorSink(descriptor: ends[1], name: "a pipe") {
          interrupts.flag.isRaised
        }
        kill(getpid(), SIGTERM)
        // More than the pipe holds, and there is no reader.
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
    let terminal = try RawTerminal()
    await #expect(processExitsWith: .signal(second)) {
      [path = terminal.path as String, second = second as Int32] in
      await MainActor.run {
        alarm(60)
        let interrupts = Interrupts()
        TerminationSignals.install(interrupting: interrupts, leave: Self.reader.leave)
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
  func `one signal ends a prompt whose command never returns, with the terminal restored`(
    number: Int32
  ) async throws {
    let terminal = try RawTerminal()
    await #expect(processExitsWith: .signal(number)) {
      [path = terminal.path as String, number = number as Int32] in
      await MainActor.run {
        alarm(60)
        TerminationSignals.install(interrupting: Interrupts(), leave: Self.reader.leave)
        RawTerminal.take(path)
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
    let terminal = try RawTerminal()
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
      interrupts.hear()
      await MainActor.run {}
      #expect(interrupts.unansweredCount == 0)
    }
  }

  /// Runs a command that never returns, and presses Ctrl-C while it runs.
  ///
  /// - Parameter pause: the time between two presses, in milliseconds.
  @MainActor
  private static func runSpinning(
    on path: String, isAtPrompt: Bool, pressing pause: Int32
  ) async throws {
    alarm(60)
    let interrupts = Interrupts(hearsSignal: true, willEnd: TerminalGuard.restore)
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

  /// A reader whose history cannot be written.
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

  @Test func `a terminal is restored once, and only while its settings are changed`() async throws {
    let terminal = try RawTerminal()
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      await MainActor.run {
        RawTerminal.take(path)
        TerminalGuard.restore()
        TerminalGuard.restore()
        RawTerminal.take(path)
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

/// A pseudoterminal whose settings another process changes, as readline does.
private final class RawTerminal {
  let path: String
  private let master: Int32
  /// Held open, so that the output of the process can still be read after its end.
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

  /// In the other process: arms the guard, and changes the terminal's settings.
  @MainActor
  static func take(_ path: String) {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    TerminalGuard.arm(input: descriptor, output: descriptor, marksPaste: true)
    var settings = termios()
    tcgetattr(descriptor, &settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Whether the terminal edits and echoes lines.
  var isSane: Bool {
    var settings = termios()
    let wanted = tcflag_t(ICANON | ECHO)
    return tcgetattr(master, &settings) == 0 && settings.c_lflag & wanted == wanted
  }

  /// What was written to the terminal.
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
