import ShellOutput
import ShellLanguage
import CoreSystem
import Glibc

/// One script on its way through the shell: read, parsed and run statement by statement.
///
/// Whatever the script's length, only the statement at hand is held.
@MainActor
final class ScriptRun: StatementSource {
  /// What errors call the script: a file's name, `stdin` or `-c`.
  let name: String

  private let shell: Shell
  private let input: LineInput
  // Fed once a line, and by nobody else: the runtime's check of that costs 5% of a plain line.
  @exclusivity(unchecked) private var parser = ScriptParser()
  private var line = 0
  private var firstLine = 1
  private var current = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var firstFailure: ExitStatus?
  private var lastYield = MonotonicTime.coarse()

  /// How long other work of the main actor waits at most while a script runs: 5 ms.
  private static let turn: Int64 = 5_000_000

  /// Whether it goes on after a failure whatever the settings say.
  private let keepsGoing: Bool

  init(name: String, input: LineInput, shell: Shell, keepsGoing: Bool = false) {
    self.name = name
    self.input = input
    self.shell = shell
    self.keepsGoing = keepsGoing
  }

  var stopsAtFailure: Bool { !keepsGoing && !shell.settings.keepsGoing }

  /// Runs the script to its end, or to the first failure.
  ///
  /// - Returns: the status of the first failure; that of success where there was none.
  /// - Throws: ``ShellExit`` where a command ends the shell, ``OutputClosed`` where nobody reads.
  func run() async throws -> ExitStatus {
    while !isOver {
      do {
        switch try next() {
        case .list(let list):
          try await shell.run(list, from: self)
          // It may have been of commands that never wait.
          if isTurnOver { try await takeTurn() }
        case .turn:
          try await takeTurn()
        case .starved:
          try await fill()
        case .end:
          try parser.finish()
          return firstFailure ?? .success
        }
      } catch is CancellationError {
        stop(with: .interrupted)
      } catch let error as any ShellErrorConvertible {
        stop(with: error.shellError)
      }
    }
    return firstFailure ?? .success
  }

  private var isTurnOver: Bool { MonotonicTime.coarse() - lastYield > Self.turn }

  /// Lets other work of the main actor run.
  private func takeTurn() async throws {
    shell.interrupts.listen()
    await Task.yield()
    try Task.checkCancellation()
    lastYield = MonotonicTime.coarse()
  }

  /// What the script wants before it can go on.
  private enum Step {
    /// To run this, which may wait.
    case list(CommandList)
    /// That other work of the main actor has its turn.
    case turn
    /// More of its text.
    case starved
    /// Nothing: it is over.
    case end
  }

  private var isOver: Bool {
    firstFailure == .interrupted || firstFailure != nil && stopsAtFailure
  }

  /// Reads on, and runs what never waits, up to what may.
  private func next() throws -> Step {
    while !isOver {
      switch input.next() {
      case .line(let bytes):
        line += 1
        if let list = try parse(bytes) {
          if try !shell.runAtOnce(list, from: self) { return .list(list) }
          note(shell.variables.status)
        }
        if line & 0x3F == 0, isTurnOver { return .turn }
      case .tooLong:
        parser.reset()
        standBeforeNextLine()
        line += 1
        throw ShellError(.limit, "line \(line) is longer than 1 MiB")
      case .starved: return .starved
      case .end: return .end
      }
    }
    return .end
  }

  private func fill() async throws {
    standBeforeNextLine()
    if try input.fillAtOnce() { return }
    try shell.streams.flush()
    try shell.outlet?.destination.stream.flush()
    try await shell.interrupts.cancelling { try await self.input.waitForMore() }
  }

  /// Lets go of the last line, whose bytes do not outlast the next reading.
  private func standBeforeNextLine() {
    current = UnsafeBufferPointer(start: nil, count: 0)
    if !parser.isIncomplete { firstLine = line + 1 }
  }

  private func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws -> CommandList? {
    if !parser.isIncomplete { firstLine = line }
    current = line == 1 ? Self.withoutByteOrderMark(bytes) : bytes
    guard !shell.isInterrupted else { throw ShellError.interrupted }
    guard case .complete(let list) = try parser.feed(current) else { return nil }
    return list
  }

  /// Editors of other systems put U+FEFF before a script's first line.
  private static func withoutByteOrderMark(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    line.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeBufferPointer(rebasing: line.dropFirst(3)) : line
  }

  private func stop(with error: ShellError) {
    report(error)
    shell.variables.status = error.status
    note(error.status)
    parser.reset()
  }

  // The first failure's status is kept; an interruption comes before all.
  func note(_ status: ExitStatus) {
    guard status != .success else { return }
    if shell.isInterrupted {
      firstFailure = .interrupted
    } else if firstFailure == nil {
      firstFailure = status
    }
  }

  func report(_ error: ShellError, in words: [Word]) {
    report(Shell.located(error, in: words), format: Shell.format(askedForIn: words))
  }

  private func report(_ error: ShellError, format: OutputFormat? = nil) {
    shell.report(
      error, format: format, file: name, line: firstLine,
      source: parser.source.map { String(decoding: $0, as: UTF8.self) }
        ?? String(decoding: current, as: UTF8.self))
  }
}
