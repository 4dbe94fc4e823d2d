import ShellOutput
import ShellLanguage
import CoreSystem
import Glibc

/// One run of a script, which is read, parsed and executed statement by statement.
///
/// Only the current statement is kept in memory, however long the script is.
@MainActor
final class ScriptRun: StatementSource {
  /// The script's name in errors: a path, `stdin` or `-c`.
  let name: String

  private let shell: Shell
  private let pipelines: PipelineRunner
  private let input: LineInput
  // Only `parse` changes it, once per line; the exclusivity check at run time would cost 5% of a plain line.
  @exclusivity(unchecked) private var parser = ScriptParser()
  private var line = 0
  /// The number of the first line of the running statement.
  private(set) var firstLine = 1
  private var current = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var firstFailure: ExitStatus?

  /// Whether failures never end the script, whatever the settings.
  private let keepsGoing: Bool

  init(
    name: String, input: LineInput, shell: Shell, keepsGoing: Bool
  ) {
    self.name = name
    self.input = input
    self.shell = shell
    pipelines = PipelineRunner(shell)
    self.keepsGoing = keepsGoing
  }

  var stopsAtFailure: Bool { !keepsGoing && !shell.settings.keepsGoing }

  /// Runs the script to its end or its first failure; see
  /// ``ScriptRunner/run(_:named:keepsGoing:)``.
  func run() async throws -> ExitStatus {
    while !isOver {
      do {
        switch try next() {
        case .list(let list):
          try await pipelines.run(list, from: self)
          // If no command has suspended, nothing else has run on the main actor meanwhile.
          if shell.turn.isOver { try await shell.takeTurn() }
        case .turn:
          try await shell.takeTurn()
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

  private enum Step {
    case list(CommandList)
    case turn
    case starved
    case end
  }

  private var isOver: Bool {
    firstFailure == .interrupted || firstFailure != nil && stopsAtFailure
  }

  /// Reads and runs statements that do not suspend, up to the first one that may.
  private func next() throws -> Step {
    while !isOver {
      switch input.next() {
      case .line(let bytes):
        line += 1
        if let list = try parse(bytes) {
          if try !pipelines.runAtOnce(list, from: self) { return .list(list) }
          note(shell.variables.status)
        }
        if line & 0x3F == 0, shell.turn.isOver { return .turn }
      case .tooLong:
        parser.skipBlock()
        forgetLine()
        line += 1
        throw ShellError(.limit, "line \(line) is longer than 1 MiB")
      case .starved: return .starved
      case .end: return .end
      }
    }
    return .end
  }

  private func fill() async throws {
    forgetLine()
    if try input.fillAtOnce() { return }
    try shell.streams.flush()
    try shell.scope.outlet?.destination.stream.flush()
    try await shell.interrupts.cancelling { try await self.input.waitForMore() }
  }

  /// Forgets the last line, whose bytes become invalid when more input is read.
  private func forgetLine() {
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

  /// Some editors write U+FEFF before the first line of a script.
  private static func withoutByteOrderMark(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    line.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeBufferPointer(rebasing: line.dropFirst(3)) : line
  }

  private func stop(with error: ShellError) {
    report(error)
    shell.variables.status = error.status
    note(error.status)
  }

  // The first failure counts, but an interruption replaces any other failure.
  func note(_ status: ExitStatus) {
    guard status != .success else { return }
    if shell.isInterrupted {
      firstFailure = .interrupted
    } else if firstFailure == nil {
      firstFailure = status
    }
  }

  var text: String {
    parser.source.map { String(decoding: $0, as: UTF8.self) }
      ?? String(decoding: current, as: UTF8.self)
  }

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    report(error.located(in: words), format: format)
  }

  private func report(_ error: ShellError, format: OutputFormat? = nil) {
    ErrorReporter(shell).report(error, format: format, file: name, line: firstLine, source: text)
  }
}
