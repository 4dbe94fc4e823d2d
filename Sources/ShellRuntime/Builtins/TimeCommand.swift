import ShellOutput
import CoreSystem
import ShellCommands

struct TimeCommand: Command {
  let command = Argument<[String]>(
    "COMMAND", "the command and its words", atLeastOne: true, completion: "statements")
  var specification: CommandSpecification {
    CommandSpecification(
      "time", abstract: "Run a statement and show how long it took",
      discussion:
        """
        It measures the whole statement, with pipes, '&&' and '||', up to ';'. The time goes to standard \
        error, so that the results stay as they are.
        """,
      examples: [.init("time help", "lists the commands and shows the time it took")],
      parameters: [command]
    ).parsingOptions(.beforeArguments)
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let start = MonotonicTime.precise()
    defer { shell.streams.report(ElapsedTime.text(since: start)) }
    let words = invocation.words.suffix(invocation[command].count)
    do {
      try await shell.nesting {
        if let call = DefinitionCall(Array(words), in: shell) {
          return try await call.show(in: shell, by: PipelineRunner(shell), keepsResult: true)
        }
        try await CommandRunner(shell).run(
          Array(words), to: invocation.output.destination)
      }
    } catch {
      throw ShellError.shifted(error, by: words.startIndex)
    }
  }
}

struct SleepCommand: Command {
  /// The maximum wait in seconds: a thousand years, since much longer waits overflow a clock.
  private static let longest = 3.2e10

  let seconds = Argument<Double>(
    "SECONDS", "how long to wait", in: 0...Double.greatestFiniteMagnitude)
  var specification: CommandSpecification {
    CommandSpecification(
      "sleep", abstract: "Wait for a number of seconds",
      examples: [.init("sleep 0.1", "waits for a tenth of a second")],
      parameters: [seconds])
  }

  func run(_ invocation: Invocation) async throws {
    try await invocation.shell.host.clock.sleep(
      for: .seconds(min(invocation[seconds], Self.longest)))
  }
}
