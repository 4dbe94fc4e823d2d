import FaultServer
import Foundation
import Glibc
import TestSupport
import Testing

/// The shell as a server of the Model Context Protocol, used by the SDK's own client.
@Suite(.mayBlock) struct ServingCommandsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: ["tools", "chosen", "reviews", "cancelled", "resources", "revisions"])
  func `the SDK's client can use mcp`(part: String) throws {
    let sandbox = try Sandbox()
    let result = try Program.run(
      Self.root.appending(path: ".build/mcp/bin/python").path,
      [
        Self.root.appending(path: "Tests/ModuleServers/client.py").path, Program.seashell.path,
        part,
      ],
      environment: sandbox.environment.merging(["SEASHELL_TEST_PATIENCE": "\(Patience.factor)"]) {
        $1
      },
      directory: sandbox.home)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `mcp answers requests from a pipe, and ends with its input`() throws {
    let call =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_show","#
      + #""arguments":{"id":"p-1"}}}"# + "\n"
    let sandbox = try Sandbox()
    let client = try Conversation.pipes(["mcp"], in: sandbox)
    try client.say(call)
    let answer = try client.hear("}\n")
    #expect(answer.contains(#""structuredContent":{"result":[{"id":"p-1""#))
    client.closeInput()
    let end = try client.end()
    #expect(end.status == 0 && end.rest == "", "\(end.rest)")
  }

  @Test func `mcp finds and runs the operations of an added API`() throws {
    let server = try FaultServer(.json(#"[{"id":"i-1","name":"Anchor"}]"#))
    defer { server.stop() }
    let paths = (1...70).map { number in
      #"""
      "/things\#(number)": {
        "get": {"operationId": "listThings\#(number)", "summary": "List things of kind \#(number)",
          "responses": {"200": {"description": "", "content": {"application/json": {
            "schema": {"type": "array", "items": {"type": "object"}}}}}}},
        "post": {"operationId": "addThing\#(number)"}}
      """#
    }
    let home = try Sandbox()
    let file = try home.file(
      "openapi.json",
      #"{"openapi":"3.1.0","info":{"title":"Wh","version":"1"},"paths":{\#(paths.joined(separator: ","))}}"#
    )
    try home.succeed("api", "add", "wh", file, "--url", server.url, "--yes")
    func call(_ tool: String, _ arguments: String) throws -> String {
      let result = try home.seashell(
        "mcp",
        input:
          #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
          + "\n")
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      return result.output
    }
    let found = try call("find_commands", #"{"text":"list things kind 7"}"#)
    #expect(found.contains(#""result":[{"command":"wh things7 list","description":"A third party"#))
    let command = #"{"command":"wh things7 list","arguments":{"query":["color=red"]}}"#
    #expect(
      try call("run_command", command).contains(
        #""structuredContent":{"result":[{"id":"i-1","name":"Anchor"}]}"#))
    #expect(server.requests.map(\.target) == ["/things7?color=red"])
    let list = try home.seashell(
      "mcp", "--only", "wh.things7.*",
      input: #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"# + "\n")
    for name in ["wh_things7_list", "wh_things7_add"] {
      #expect(list.output.contains(#"{"name":"\#(name)""#), "\(list.output)")
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal cancels running calls and ends mcp`(signal: Int32) throws {
    let script = """
      import json, os, subprocess, sys
      shell = subprocess.Popen([sys.argv[1], "mcp"], stdin=-1, stdout=-1)
      def send(number, method, params):
          message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
          shell.stdin.write(json.dumps(message).encode() + b"\\n")
          shell.stdin.flush()
      # The first call creates the embedded shop.
      send(1, "tools/call", {"name": "products_show", "arguments": {"id": "p-1"}})
      assert json.loads(shell.stdout.readline())["id"] == 1
      send(2, "tools/call", {"name": "api_get", "arguments": {"path": "events"}})
      send(3, "ping", {})
      assert json.loads(shell.stdout.readline())["id"] == 3
      shell.send_signal(int(sys.argv[2]))
      assert "interrupted" in shell.stdout.readline().decode()
      assert shell.wait(timeout=20) == 0
      """
    let sandbox = try Sandbox()
    let result = try Program.run(
      "/usr/bin/env", ["python3", "-c", script, Program.seashell.path, "\(signal)"],
      environment: sandbox.environment, directory: sandbox.home)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: [["-c", "mcp"], []])
  func `mcp needs standard input for itself`(arguments: [String]) throws {
    let sandbox = try Sandbox()
    let result =
      arguments.isEmpty
      ? try sandbox.seashell(input: "mcp\n") : try sandbox.seashell(arguments[0], arguments[1])
    #expect(result.status == 2)
    #expect(result.errors.contains("mcp needs standard input and output for itself"))
  }

  @Test func `the help of mcp shows a client's configuration`() throws {
    let result = try Sandbox().seashell("mcp", "--help")
    #expect(result.status == 0)
    #expect(
      result.output.contains(
        #"{"mcpServers":{"seashell":{"command":"seashell","args":["mcp","--read-only"]}}}"#))
  }
}
