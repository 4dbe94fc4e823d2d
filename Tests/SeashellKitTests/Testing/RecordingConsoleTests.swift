import SeashellKit
import SeashellTesting
import Testing

@MainActor
@Suite struct RecordingConsoleTests {
  @Test func `a recording console answers from its list, and records questions`() async throws {
    let console = RecordingConsole(answers: ["demo", "yes", "no"])
    #expect(console.isInteractive && console.columns == nil)
    #expect(try await console.ask(Question("user", alternative: "--user")) == "demo")
    #expect(try await console.confirm("Delete it?"))
    #expect(try await !console.confirm("And this?"))
    console.notify("done")
    console.progress(ProgressUpdate("Fetching"))
    #expect(console.questions == ["user", "Delete it?", "And this?"])
    #expect(console.notices == ["done"])
    #expect(!console.isInteractive)
  }

  @Test func `a recording console without answers fails like a script's console`() async throws {
    let console = RecordingConsole()
    let asked = await #expect(throws: ShellError.self) {
      try await console.ask(Question("user", alternative: "--user"))
    }
    #expect(asked?.status == .usage && asked?.hint == "pass --user")
    let confirmed = await #expect(throws: ShellError.self) {
      try await console.confirm("Delete it?")
    }
    #expect(confirmed?.status == .usage && confirmed?.hint == "pass --yes")
    #expect(console.questions.isEmpty)
  }

  @Test func `a recording console returns standard input, up to a limit`() async throws {
    let console = RecordingConsole(input: "sécret")
    #expect(try await console.readInput(upTo: 7) == "sécret")
    let long = await #expect(throws: ShellError.self) { try await console.readInput(upTo: 6) }
    #expect(long?.code == .limit)
    let script = await #expect(throws: ShellError.self) {
      try await RecordingConsole().readInput(upTo: 6)
    }
    #expect(script?.status == .usage)
  }
}
