import CoreLoop
import ShellCommands
import ShellTestSupport
@testable import ShellRuntime
@testable import ShellOutput
import CoreEvents
@testable import SeashellTesting
import Testing

/// A command that ignores Ctrl-C.
@MainActor
@Suite struct AbandonTests {
  /// A command that ignores cancellation, waits for a gate, and then writes.
  @MainActor final class Deaf {
    let gate = Waiter<Void, any Error>()
    let began = Waiter<Void, any Error>()
    /// Whether its output after the gate was discarded.
    let wasCutOff = Waiter<Bool, any Error>()

    var module: SampleModule {
      let command = Waiting(specification: .init("deaf", abstract: "Ignore Ctrl-C")) { [self] in
        began.settle()
        try await gate.value()
        do {
          try $0.output.text("unwanted")
          wasCutOff.settle(.success(false))
        } catch {
          wasCutOff.settle(.success(error is OutputClosed))
        }
      }
      return SampleModule("my", commands: [command])
    }
  }

  @Test(arguments: ["my deaf", "time my deaf", "my deaf; print no", "source FILE"])
  func `A second Ctrl-C abandons the command, and the prompt continues`(line: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write("deaf.sea", "my deaf\nprint no\nalias no = 'print no'\n")
    let test = TestShell()
    let deaf = Deaf()
    try test.shell.modules.load(deaf.module)
    let run = Task {
      await test.type(
        .line("alias p = 'print alias'"), .line(line.replacing("FILE", with: file)),
        .line("print $?"), .line("p"), .line("alias | wc -l"))
    }
    try await deaf.began.value()
    let second: Int64 = 1_000_000_000
    test.interrupts.press(at: second)
    test.interrupts.press(at: second + 1)
    test.interrupts.press(at: second + second / 2)
    let outcome = await run.value
    #expect(outcome.output == "130\nalias\n")
    #expect(
      outcome.errors.contains(
        "'my deaf' ignored Ctrl-C and was left running; its output is discarded"))
    deaf.gate.settle()
    #expect(try await deaf.wasCutOff.value(), "what it writes now goes nowhere")
  }

  @Test func `A command that throws CancellationError itself is reported, and ends the statement`()
    async throws
  {
    let test = TestShell()
    let command = Waiting(specification: .init("quit", abstract: "Cancel itself")) { _ in
      throw CancellationError()
    }
    try test.shell.modules.load(SampleModule("my", commands: [command]))
    let outcome = await test.type(.line("my quit || print no"), .line("print $?"))
    #expect(outcome.output == "130\n")
    #expect(outcome.errors == "'my quit' was cancelled\n")
  }

  @Test(
    "Ctrl-C between two commands of a line ends the line, and the prompt continues",
    arguments: [
      "shop interrupt; print no", "shop interrupt && print no",
      "shop interrupt; on test.a do print no",
    ])
  func betweenCommands(line: String) async throws {
    let test = TestShell()
    let outcome = await test.type(.line(line), .line("print $?"))
    #expect(outcome.output == "130\n")
    #expect(outcome.status == 0)
  }

  /// A reader that is slow to end a line after Ctrl-C, as on a busy machine.
  @MainActor final class SlowReader: LineReader {
    let began = Waiter<Void, any Error>()
    let gate = Waiter<Void, any Error>()
    private var count = 0

    func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String? {
      count += 1
      switch count {
      case 1:
        began.settle()
        try await gate.value()
        throw CancellationError()
      case 2: return "print on"
      default: return nil
      }
    }

    let statements: [String] = []
    func remember(_ statement: String) {}
    func clearScreen() {}
    func forget() {}
  }

  @Test func `A line that ends late after Ctrl-C is not abandoned, and the prompt continues`()
    async throws
  {
    let test = TestShell()
    let reader = SlowReader()
    let run = Task { await test.type(reader) }
    try await reader.began.value()
    let second: Int64 = 1_000_000_000
    for press in [0, 500_000_000, 4 * second, 5 * second] {
      test.interrupts.press(at: second + press)
    }
    // Give an abandoned line time to take effect.
    for _ in 1...100 { await Task.yield() }
    reader.gate.settle()
    let outcome = await run.value
    #expect(outcome.output == "on\n")
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("interrupted"))
  }

  @Test func `Ctrl-C cancels the innermost wait, and works again afterwards`()
    async throws
  {
    let test = TestShell()
    let run = Task {
      await test.type(.line("time sleep 60"), .line("sleep 60"), .line("print $?"))
    }
    await test.clock.sleepers(1)
    test.interrupts.press(at: 1)
    await test.clock.sleepers(1)
    test.interrupts.press(at: 2)
    let outcome = await run.value
    #expect(outcome.output == "130\n")
    #expect(!outcome.errors.contains("abandoned"))
  }
}
