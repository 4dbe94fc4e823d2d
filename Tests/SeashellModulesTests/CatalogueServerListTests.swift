import SeashellKit
@testable import SeashellModules
import SeashellTesting
import Testing

@Suite struct CatalogueServerListTests {
  private let text = #"""
    {
      // as other clients write it
      "mcpServers": {
        "time": {"command": "uvx", "args": ["mcp-server-time", "--zone", "${ZONE:-UTC}"]},
        "shop": {"type": "http", "url": "https://${HOST}/mcp",
                 "headers": {"Authorization": "Bearer ${TOKEN}"}, "timeout": 5},
        "old": {"type": "sse", "url": "https://example.com/sse"},
        "git": {"type": "stdio", "command": "git-mcp", "env": {"KEY": "${KEY}"}, "cwd": "/x"},
      }
    }
    """#

  @Test func `a server list keeps its order and its variables as written`() throws {
    let list = try ServerList(text, path: "mcp.json")
    #expect(list.entries.map(\.name) == ["time", "shop", "old", "git"])
    let time = try list.record(of: list.entry(named: "time"))
    #expect(
      time.record
        == ModuleRecord(
          name: "time", source: .server(["uvx", "mcp-server-time", "--zone", "${ZONE:-UTC}"])))
    #expect(time.unused.isEmpty)
    let shop = try list.record(of: list.entry(named: "shop"))
    #expect(
      shop.record.source
        == .remote(
          url: "https://${HOST}/mcp", headers: ["Authorization": "Bearer ${TOKEN}"]))
    #expect(shop.unused == ["timeout"])
    let git = try list.record(of: list.entry(named: "git"))
    #expect(git.record.variables == ["KEY": "${KEY}"])
    #expect(git.unused == ["cwd"])
  }

  @Test func `a server list in VS Code's spelling is read`() throws {
    let list = try ServerList(
      #"{"inputs":[],"servers":{"a":{"command":"x"}}}"#, path: ".vscode/mcp.json")
    #expect(try list.record(of: list.entries[0]).record.source == .server(["x"]))
  }

  @Test func `a server list is read from a file`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("mcp.json", text)
    #expect(try ServerList(path: path).entries.count == 4)
    let error = #expect(throws: ShellError.self) { try ServerList(path: folder.file("none")) }
    #expect(error?.message == "cannot read '\(folder.file("none"))': No such file or directory")
  }

  @Test(arguments: [
    ("{", "f:1: the object that begins on line 1 is not closed"),
    ("[]", "'f' has no object 'mcpServers' or 'servers'"),
    ("{}", "'f' has no object 'mcpServers' or 'servers'"),
    ("{\n mcpServers: []}", "f:2: 'mcpServers' is an array, not an object"),
    ("{mcpServers: {a: 1}}", "f:1: 'a' is a number, not an object"),
  ])
  func `a server list without servers is an error`(text: String, message: String) {
    let error = #expect(throws: ShellError.self) { try ServerList(text, path: "f") }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("{}", "needs either 'command' or 'url'"),
    ("{command: 'x', url: 'y'}", "needs either 'command' or 'url'"),
    ("{command: ['x']}", "has a 'command' that is not a string"),
    ("{command: 'x', args: 'y'}", "has a 'args' that is not an array of strings"),
    ("{command: 'x', args: [1]}", "has a 'args' that is not an array of strings"),
    ("{command: 'x', env: {PORT: 1}}", "has a 'PORT' that is not a string"),
    ("{url: 'x', headers: 'y'}", "has a 'headers' that is not an object of strings"),
    ("{url: 'x', type: 'sse'}", "has the type 'sse', which servers have given up"),
    ("{command: 'x', type: 'magic'}", "has the unknown type 'magic'"),
  ])
  func `a server that cannot be used is an error with file and line`(
    server: String, message: String
  ) throws {
    let list = try ServerList("{mcpServers: {\n a: \(server)}}", path: "f")
    let error = #expect(throws: ShellError.self) { try list.record(of: list.entries[0]) }
    #expect(error?.message == "f:2: the server 'a' \(message)")
  }

  @Test func `an unknown server's error lists the known names`() throws {
    let list = try ServerList(text, path: "mcp.json")
    let error = #expect(throws: ShellError.self) { try list.entry(named: "tim") }
    #expect(error?.message == "'mcp.json' has no server 'tim'")
    #expect(error?.hint == "it has 'time', 'shop', 'old', 'git'")
  }
}
