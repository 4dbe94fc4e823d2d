@testable import ShellCommands
@testable import ShellRuntime
@testable import ShellOutput
import CoreEvents
import Glibc
import SeashellTesting

/// A shell in memory, with a module of commands to try it by.
@MainActor
final class TestShell {
  /// How a run ended, and what it wrote.
  struct Outcome: Equatable {
    let status: Int32
    let output: String
    let errors: String

    init(_ status: Int32, _ output: String = "", _ errors: String = "") {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  let bus = EventBus()
  let clock = ManualClock()
  let interrupts = Interrupts()
  let settings = ShellSettings()
  let shell: Shell
  private let output: any KeepingSink
  private let errors: any KeepingSink

  init(
    output: any KeepingSink = MemorySink(), errors: any KeepingSink = MemorySink(),
    style: OutputStyle = .plain
  ) throws {
    // As the program does: a reader that is gone is told of by EPIPE.
    signal(SIGPIPE, SIG_IGN)
    self.output = output
    self.errors = errors
    shell = try Shell(
      identity: ShellIdentity("test", version: "1.2.3"), bus: bus, settings: settings,
      streams: StandardStreams(
        output: output, errors: errors, outputStyle: { style }, errorStyle: { style }),
      interrupts: interrupts, clock: clock, environment: { $0 == "HOME" ? "/home/ada" : nil })
    try shell.modules.load(SampleModule.shop(interrupts))
  }

  func run(_ text: String) async -> Outcome {
    await outcome { await shell.run(text: text, named: "test") }
  }

  func run(_ words: [String]) async -> Outcome {
    await outcome { await shell.run(words: words) }
  }

  func run(descriptor: Int32) async -> Outcome {
    await outcome { await shell.run(descriptor: descriptor, named: "stdin") }
  }

  func run(file: String, arguments: [String] = []) async -> Outcome {
    await outcome { await shell.run(file: file, arguments: arguments) }
  }

  /// Has statements count as typed.
  func beTyped() {
    shell.state.prompt = PromptState(
      reader: ScriptedLineReader([]), console: RecordingConsole())
  }

  /// How much was written so far.
  var writtenBytes: Int { output.bytes.count }

  /// Has a user do things at a prompt.
  func type(
    _ acts: ScriptedLineReader.Act..., console: RecordingConsole = RecordingConsole(),
    startup: String? = nil
  ) async -> Outcome {
    await type(ScriptedLineReader(acts), console: console, startup: startup)
  }

  func type(
    _ reader: any LineReader, console: any Console = RecordingConsole(),
    completer: (any Completer)? = nil, screen: (any PagedOutput)? = nil, startup: String? = nil
  ) async -> Outcome {
    shell.startupFile = startup.map { StartupFile(path: $0) }
    return await outcome {
      await shell.run(
        reader: reader, console: console, prompt: { Prompt("test> ") }, completer: completer,
        screen: screen)
    }
  }

  private func outcome(_ body: () async -> ExitStatus) async -> Outcome {
    let (written, told) = (output.bytes.count, errors.bytes.count)
    let status = await body()
    return Outcome(
      status.rawValue, String(decoding: output.bytes[written...], as: UTF8.self),
      String(decoding: errors.bytes[told...], as: UTF8.self))
  }
}

/// A sink that keeps what is written to it.
@MainActor
protocol KeepingSink: ByteSink {
  var bytes: [UInt8] { get }
}

extension MemorySink: KeepingSink {}
