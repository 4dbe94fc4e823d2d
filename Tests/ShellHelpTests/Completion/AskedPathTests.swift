import ShellCommands
import ShellTestSupport
import Testing

@testable import SeashellTesting
@testable import ShellHelp
@testable import ShellRuntime

/// The paths that `api get` was asked for before.
@MainActor
@Suite struct AskedPathTests {
  private static let history = [
    "api get shop:/v1/orders", "api get /v1/carts", "api post /v1/orders --json '{}'",
    "api get /v1/orders/1?expand=all", "api get '/v1/a b'", "api get /v1/$id", "api list",
    "print api get /v1/nothing", "api get /v1/carts", "api", "api get --query a=b /v1/later",
  ]

  @Test(arguments: [
    ("/v1/", ["/v1/carts", "/v1/orders"]), ("/v1/o", ["/v1/orders"]),
    ("shop:/", ["shop:/v1/orders"]), ("/v2", []),
  ])
  func `they are suggested once, the latest first`(typed: String, paths: [String]) {
    let test = TestShell()
    let completer = ShellCompleter(test.shell)
    #expect(completer.candidates(of: "api.path", for: typed).isEmpty)
    test.shell.scope.prompt = PromptState(
      reader: ScriptedLineReader([], statements: Self.history), console: RecordingConsole())
    #expect(completer.candidates(of: "api.path", for: typed).map(\.label) == paths)
  }
}
