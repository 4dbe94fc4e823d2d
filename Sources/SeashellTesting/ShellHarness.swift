public import SeashellKit
import ShellKit

/// A complete shell in memory, for testing modules: it runs command lines, and returns their output.
///
/// Load a module with `harness.shell.modules.load(WishlistModule(harness.context))`.
@MainActor
public final class ShellHarness {
  /// The event bus of the shell and its modules.
  public let bus = EventBus()

  /// The console that the modules use.
  public let console: RecordingConsole

  /// The context for creating modules.
  public let context: ModuleContext

  /// The shell.
  public let shell: Shell

  private let output = MemorySink()
  private let errors = MemorySink()

  /// Creates a shell without modules.
  ///
  /// - Parameters:
  ///   - transport: answers the requests.
  ///   - console: answers questions and records notices.
  ///   - directory: the folder of the shell's files. A test that writes files passes a
  ///     ``TemporaryFolder``.
  ///   - clock: measures all waits.
  ///   - retries: when to send requests again; by default never.
  public init(
    _ transport: any Transport, console: RecordingConsole = RecordingConsole(),
    directory: String = "/nonexistent", clock: any Clock<Duration> = ContinuousClock(),
    retries: APIRetrySettings = .never
  ) throws {
    self.console = console
    let environment = try APIEnvironment(
      name: "test", address: "http://localhost", version: "v1")
    let client = EnvironmentClient(environment, events: bus, retries: retries) { _ in transport }
    context = ModuleContext(
      bus: bus, client: client,
      environments: EnvironmentRegistry([environment], client: client), console: console,
      clock: clock, directories: Directories { $0.hasPrefix("XDG_") ? directory : nil })
    shell = try Shell(
      version: "0", bus: bus, settings: ShellSettings(),
      streams: StandardStreams(output: output, errors: errors), clock: clock)
  }

  /// Runs a script.
  ///
  /// - Returns: the exit status, and what the script wrote to standard output and standard error.
  public func run(_ text: String) async -> (status: Int32, output: String, errors: String) {
    let (outputStart, errorsStart) = (output.bytes.count, errors.bytes.count)
    let status = await shell.run(text: text, named: "test")
    return (
      status.rawValue, String(decoding: output.bytes[outputStart...], as: UTF8.self),
      String(decoding: errors.bytes[errorsStart...], as: UTF8.self)
    )
  }

  /// Ends a command that waits for termination, as SIGTERM does.
  public func terminate() {
    shell.terminate()
  }
}
