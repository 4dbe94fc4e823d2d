import ShellOutput
import CoreSystem
import ShellCommands

struct TimeCommand: Command {
  unowned let shell: Shell
  let specification = CommandSpecification(
    "time",
    abstract: "Run a command and say how long it took",
    discussion: "The time goes to standard error, so that the command's results stay as they are.",
    examples: [.init("time products list", "lists products, and tells the time")],
    arguments: [
      .init("COMMAND", "the command and its words", isRepeating: true, completion: "statements")
    ],
    optionParsing: .beforeArguments)

  func run(_ invocation: Invocation) async throws {
    let start = MonotonicTime.precise()
    defer {
      let microseconds = (MonotonicTime.precise() - start + 500) / 1_000
      shell.streams.tell(Self.text(microseconds: microseconds))
    }
    let words = invocation.words.suffix(invocation.arguments.texts("COMMAND").count)
    do {
      try await shell.nesting {
        try await shell.dispatch(Array(words), to: invocation.output.destination)
      }
    } catch {
      throw shell.shifted(error, by: words.startIndex)
    }
  }

  /// A duration as a person reads it: `0.84 ms`, `1.250 s`.
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
