@testable import ShellCommands
import ShellTestSupport
@testable import ShellOutput
@testable import ShellJobs
@testable import ShellRuntime
import SeashellTesting
import TestSupport
import Testing

/// Jobs with much output, and programs that read little.
@MainActor
@Suite struct JobOutputTests {
  @Test func `A job that prints endlessly is bounded, lets the user work, and can be cancelled`()
    async throws
  {
    let test = TestShell()
    let line = String(repeating: "x", count: 9999)
    try test.shell.modules.load(
      SampleModule(
        "endless",
        commands: [
          Waiting(specification: .init("print", abstract: "Print without end")) { invocation in
            while true {
              try invocation.output.text(line)
              await Task.yield()
              try Task.checkCancellation()
            }
          }
        ]))
    let reader = PausingReader {
      (test.background.jobs[1]?.output.droppedCount ?? 0) > 2 * HeldOutput.limit
    }
    reader.lines = ["endless print &", "print typed", "cancel 1; wait", "jobs"]
    let outcome = await test.type(reader)
    #expect(outcome.output.hasPrefix("typed\n1\t\tcancelled\t130\t"))
    #expect((test.background.jobs[1]?.output.bytes.count ?? 0) <= HeldOutput.limit * 5 / 4)
  }

  @Test func `A program that prints endlessly is read, and ends with all its child processes`()
    async throws
  {
    let test = TestShell(style: OutputStyle(isTerminal: true, columns: 60))
    let reader = PausingReader {
      (test.background.jobs[1]?.output.droppedCount ?? 0) > 2 * HeldOutput.limit
    }
    reader.lines = ["! sh -c 'yes & yes; wait' &", "print typed", "cancel 1; wait", "jobs"]
    let outcome = await test.type(reader)
    #expect(outcome.output.hasPrefix("typed\n"))
    #expect(test.background.jobs[1]?.status == .cancelled)
    #expect((test.background.jobs[1]?.output.bytes.count ?? 0) <= HeldOutput.limit * 5 / 4)
  }

  @Test func `A program that does not read what a job writes does not stop the shell`()
    async throws
  {
    let folder = try TemporaryFolder()
    let test = TestShell()
    let reader = PausingReader { (try? folder.read("begun")) == "x\n" }
    reader.lines = [
      "shop list 100000 | sh -c 'echo x > \(folder.file("begun")); sleep 1000' &", "print typed",
      "cancel 1; wait 1",
    ]
    let outcome = await test.type(reader)
    #expect(outcome.output == "typed\n")
    #expect(test.background.jobs[1]?.status == .cancelled)
  }

  @Test func `All of a job's records reach its program`() async throws {
    let outcome = await TestShell().run("shop list 100000 | sh -c 'sleep 0.2; wc -l' &")
    #expect(outcome.output == "100000\n")
  }
}

/// Types lines; waits for a condition before the later ones.
@MainActor
private final class PausingReader: LineReader {
  var lines: [String] = []
  private let mayGoOn: @MainActor () -> Bool
  private var isFirst = true

  init(until mayGoOn: @escaping @MainActor () -> Bool) { self.mayGoOn = mayGoOn }

  func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String? {
    guard !lines.isEmpty else { return nil }
    if !isFirst { await until { mayGoOn() } }
    isFirst = false
    return lines.removeFirst()
  }

  func clearScreen() {}
  var statements: [String] { [] }
  func remember(_ statement: String) {}
  func forget() {}
}
