public import SeashellKit
import ShellKit

/// A whole shell in memory, for a test of a module: lines go in, results and errors come out.
@MainActor
public final class ShellHarness {
  /// The bus on which the modules meet.
  public let bus = EventBus()

  /// The user.
  public let console: RecordingConsole

  /// What the modules are given.
  public let context: ModuleContext

  /// The shell.
  public let shell: Shell

  private let output = MemorySink()
  private let errors = MemorySink()

  /// Makes a shell without modules.
  ///
  /// - Parameters:
  ///   - transport: answers the requests of the modules.
  ///   - console: the user.
  ///   - directory: holds the shell's files; a test that writes any gives one of its own.
  ///   - clock: what waits go by.
  ///   - retries: when requests are sent again: never, unless a test is about that.
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

  /// Runs a text as a script.
  ///
  /// - Returns: its status, and what it wrote.
  public func run(_ text: String) async -> (status: Int32, output: String, errors: String) {
    let (written, told) = (output.bytes.count, errors.bytes.count)
    let status = await shell.run(text: text, named: "test")
    return (
      status.rawValue, String(decoding: output.bytes[written...], as: UTF8.self),
      String(decoding: errors.bytes[told...], as: UTF8.self)
    )
  }

  /// Asks the process to end, as SIGTERM would: a command that waits for that hears it.
  public func terminate() {
    shell.terminate()
  }
}
