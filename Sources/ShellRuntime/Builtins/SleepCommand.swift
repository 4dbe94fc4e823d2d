import ShellCommands

struct SleepCommand: Command {
  /// A thousand years: far more seconds than these overflow a clock.
  private static let longest = 3.2e10

  let clock: any Clock<Duration>
  let specification = CommandSpecification(
    "sleep",
    abstract: "Wait for some seconds",
    examples: [.init("sleep 0.1", "waits for a tenth of a second")],
    arguments: [.init("SECONDS", "how long to wait", type: .number)])

  func run(_ invocation: Invocation) async throws {
    let seconds = invocation.arguments.number("SECONDS") ?? 0
    try await clock.sleep(for: .seconds(min(seconds, Self.longest)))
  }
}
