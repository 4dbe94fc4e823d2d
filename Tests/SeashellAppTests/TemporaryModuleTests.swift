@testable import SeashellModules
import ShellCommands
import Testing

@testable import SeashellApp

struct TemporaryModuleTests {
  @Test(arguments: [
    ("clock=mcp-server-time", ["mcp-server-time"]),
    ("clock=mcp-server-time --local-timezone UTC", ["mcp-server-time", "--local-timezone", "UTC"]),
    ("clock='a b' \"c d\" e=f", ["a b", "c d", "e=f"]),
  ])
  func aCommandLineIsSplitAsTheShellDoes(text: String, words: [String]) throws {
    let record = try TemporaryModule(text).record
    #expect(record.name == "clock")
    #expect(record.source == .server(words))
  }

  @Test func `an address is a remote module`() throws {
    #expect(
      try TemporaryModule("far=https://tools.example.com/mcp?a=b").record.source
        == .remote(url: "https://tools.example.com/mcp?a=b", headers: [:]))
  }

  @Test(arguments: [
    ("clock", "--with takes NAME=COMMAND, not 'clock'"), ("=a", "--with takes NAME=COMMAND"),
    ("clock= ", "--with clock: there is no command after 'clock='"),
    ("clock=a | b", "--with clock: the command is one program"),
    ("clock=a $HOME", "--with clock: the command is one program"),
    ("clock='a", "--with clock: the command has a syntax error"),
  ])
  func whatIsNoCommandLineIsAnError(text: String, message: String) {
    let error = #expect(throws: ShellError.self) { try TemporaryModule(text) }
    #expect(error?.message.hasPrefix(message) == true)
    #expect(error?.status == .usage)
  }

  @Test func `the option can be repeated before a command`() throws {
    let options = try StartOptions(
      ["--with", "a=x -y", "--with", "b=z", "a", "run", "--with"],
      of: ShellIdentity("test", version: "1"))
    #expect(options.modules.map(\.record.name) == ["a", "b"])
    #expect(options.source == .words(["a", "run", "--with"]))
  }
}
