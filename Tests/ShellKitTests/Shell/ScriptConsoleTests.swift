import Testing

@testable import ShellKit

@MainActor
@Suite struct ScriptConsoleTests {
  private let errors = MemorySink()
  private let settings = Settings()

  private func console(scriptIsInput: Bool = true, columns: Int? = nil) -> ScriptConsole {
    ScriptConsole(
      streams: StandardStreams(
        output: MemorySink(), errors: errors,
        outputStyle: { OutputStyle(isTerminal: columns != nil, columns: columns) }),
      settings: settings, scriptIsInput: scriptIsInput)
  }

  @Test func `A question is refused with 2, and says what to give`() async throws {
    let console = console()
    #expect(!console.isInteractive)
    let field = Field("password", alternative: "--password-stdin", isSecret: true)
    let asked = await #expect(throws: ShellError.self) { try await console.ask(field) }
    #expect(asked?.status == .usage)
    #expect(asked?.message == "nobody is there to ask for the password")
    #expect(asked?.hint == "give --password-stdin")
    let confirmed = await #expect(throws: ShellError.self) {
      try await console.confirm("Delete r-1?")
    }
    #expect(confirmed?.status == .usage)
    #expect(confirmed?.message == "nobody is there to ask: Delete r-1?")
    #expect(confirmed?.hint == "give --yes")
  }

  @Test func `Standard input is not read where it is the script`() async throws {
    let console = console()
    let error = await #expect(throws: ShellError.self) {
      try await console.readInput(upTo: 10)
    }
    #expect(error?.status == .usage)
    #expect(error?.message == "standard input is the script itself")
    #expect(error?.hint == "run the script with -f or -c")
  }

  @Test func `Notices go to the error output, unless the user wants none`() {
    let console = console(columns: 72)
    #expect(console.columns == 72)
    console.notify("Signed in as demo")
    console.progress(Progress("Fetching", fraction: 0.5))
    settings.isQuiet = true
    console.notify("not told")
    #expect(errors.text == "Signed in as demo\n")
  }
}
