import ShellOutput
import CoreSystem
import ShellCommands

struct TimeCommand: Command {
  unowned let state: ShellState
  unowned let commands: CommandRunner
  let command = Argument<[String]>(
    "COMMAND", "the command and its words", atLeastOne: true, completion: "statements")
  var specification: CommandSpecification {
    CommandSpecification(
      "time",
      abstract: "Run a statement and show how long it took",
      discussion:
        "It measures the whole pipeline. The time goes to standard error, so that the results stay as they are.",
      examples: [.init("time help", "lists the commands and shows the time it took")],
      parameters: [command], optionParsing: .beforeArguments)
  }

  func run(_ invocation: Invocation) async throws {
    let start = MonotonicTime.precise()
    defer { state.streams.report(Self.text(since: start)) }
    let words = invocation.words.suffix(invocation[command].count)
    do {
      try await state.nesting {
        try await commands.run(
          Array(words), to: CommandTarget(destination: invocation.output.destination))
      }
    } catch {
      throw ShellError.shifted(error, by: words.startIndex)
    }
  }

  /// Formats the time since a moment of ``MonotonicTime``.
  static func text(since start: Int64) -> String {
    text(microseconds: (MonotonicTime.precise() - start + 500) / 1_000)
  }

  /// Formats a duration: `0.84 ms`, `1.250 s`.
  static func text(microseconds: Int64) -> String {
    microseconds < 1_000_000
      ? "\(microseconds / 1_000).\(padded(microseconds % 1_000 / 10, 2)) ms"
      : "\(microseconds / 1_000_000).\(padded(microseconds % 1_000_000 / 1_000, 3)) s"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

struct SleepCommand: Command {
  /// The longest wait, in seconds: a thousand years, since much longer ones overflow a clock.
  private static let longest = 3.2e10

  let clock: any Clock<Duration>
  let seconds = Argument<Double>(
    "SECONDS", "how long to wait", in: 0...Double.greatestFiniteMagnitude)
  var specification: CommandSpecification {
    CommandSpecification(
      "sleep",
      abstract: "Wait for a number of seconds",
      examples: [.init("sleep 0.1", "waits for a tenth of a second")],
      parameters: [seconds])
  }

  func run(_ invocation: Invocation) async throws {
    try await clock.sleep(for: .seconds(min(invocation[seconds], Self.longest)))
  }
}
