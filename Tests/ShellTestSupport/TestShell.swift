import Glibc
package import CoreEvents
@testable package import SeashellTesting
package import ShellCommands
import ShellHelp
import ShellChecks
package import ShellJobs
package import ShellOutput
@testable package import ShellRuntime

/// A shell in memory, with a module of sample commands.
@MainActor
package final class TestShell {
  /// The result of a run, with its output.
  package struct Outcome: Equatable {
    package let status: Int32
    package let output: String
    package let errors: String

    package init(_ status: Int32, _ output: String = "", _ errors: String = "") {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  private let ownBus = EventBus()
  /// The shell's bus; accessing it loads the sample module.
  package var bus: EventBus {
    _ = shell
    return ownBus
  }
  package let clock = ManualClock()
  package let interrupts = Interrupts()
  package let settings = ShellSettings()
  /// The parts that the program provides; they can be changed before the shell is used.
  package var host: ShellHost {
    willSet { precondition(!isUsed, "the shell has its host already") }
  }
  package let process: StubProcess
  package let environments = StubEnvironments()
  package let background: BackgroundJobs
  private let console: (any Console)?
  private let output: any KeepingSink
  private let errors: any KeepingSink
  private let style: OutputStyle
  private var isUsed = false

  package private(set) lazy var shell = makeShell()

  /// - Parameter facts: the parts of the manual besides the commands.
  package init(
    output: any KeepingSink = MemorySink(), errors: any KeepingSink = MemorySink(),
    style: OutputStyle = .plain, console: (any Console)? = nil, facts: ProgramFacts = ProgramFacts()
  ) {
    // As in the program: a write to a closed pipe fails with EPIPE.
    signal(SIGPIPE, SIG_IGN)
    self.output = output
    self.errors = errors
    self.style = style
    self.console = console
    background = BackgroundJobs(bus: ownBus)
    process = StubProcess(variables: ["HOME": "/home/ada"], facts: facts)
    host = ShellHost(
      identity: ShellIdentity("test", version: "1.2.3"), bus: ownBus, process: process,
      environments: environments, help: HelpPages(program: "test"), background: background)
    host.checks = Checks()
    host.clock = clock
  }

  private func makeShell() -> Shell {
    isUsed = true
    do {
      let shell = try Shell(
        host, settings: settings,
        streams: StandardStreams(
          output: output, errors: errors, outputStyle: { [style] in style },
          errorStyle: { [style] in style }),
        console: console, interrupts: interrupts)
      try shell.modules.load(SampleModule.shop(interrupts))
      return shell
    } catch {
      preconditionFailure("\(error)")
    }
  }

  package func run(_ text: String) async -> Outcome {
    await outcome { await shell.run(text: text, named: "test") }
  }

  package func run(_ words: [String]) async -> Outcome {
    await outcome { await shell.run(words: words) }
  }

  package func run(descriptor: Int32) async -> Outcome {
    await outcome { await shell.run(descriptor: descriptor, named: "stdin") }
  }

  package func run(file: String, arguments: [String] = []) async -> Outcome {
    await outcome { await shell.run(file: file, arguments: arguments) }
  }

  /// Makes statements count as typed.
  package func beTyped() {
    shell.scope.prompt = PromptState(reader: ScriptedLineReader([]), console: RecordingConsole())
  }

  /// The number of bytes written so far.
  package var writtenBytes: Int { output.bytes.count }

  /// Lets a user act at a prompt.
  package func type(
    _ acts: ScriptedLineReader.Act..., console: RecordingConsole = RecordingConsole(),
    startup: String? = nil
  ) async -> Outcome {
    await type(ScriptedLineReader(acts), console: console, startup: startup)
  }

  package func type(
    _ reader: any LineReader, console: any Console = RecordingConsole(),
    completer: (any Completer)? = nil, screen: (any PagedOutput)? = nil, startup: String? = nil
  ) async -> Outcome {
    if let startup { host.startupFile = StartupFile(path: startup) }
    return await outcome {
      await shell.run(
        reader: reader, console: console, prompt: { Prompt("test> ") }, completer: completer,
        screen: screen)
    }
  }

  private func outcome(_ body: () async -> ShellOutput.ExitStatus) async -> Outcome {
    _ = shell
    let (written, told) = (output.bytes.count, errors.bytes.count)
    let status = await body()
    return Outcome(
      status.rawValue, String(decoding: output.bytes[written...], as: UTF8.self),
      String(decoding: errors.bytes[told...], as: UTF8.self))
  }
}

/// A sink that keeps all bytes written to it.
@MainActor
package protocol KeepingSink: ByteSink {
  var bytes: [UInt8] { get }
}

extension MemorySink: KeepingSink {}
