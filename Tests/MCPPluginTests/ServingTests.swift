import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellRuntime
import Testing

@testable import MCPPlugin

/// A shell as a server of the Model Context Protocol.
@MainActor @Suite struct ServingTests {
  @Test func `a tool has the name, the texts and the schema of its command`() async throws {
    let served = try ServedShell(only: ["sample take"])
    served.start()
    await served.initialize()
    let list = await served.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
    let tool = try #require(list["result"]?["tools"]?.listValue?.first)
    #expect(tool["name"] == .text("sample_take"))
    #expect(tool["title"] == .text("sample take"))
    #expect(tool["description"] == .text("Take parameters.\n\nMore of it."))
    #expect(
      tool["inputSchema"]?.jsonText == """
        {"type":"object","properties":{\
        "place":{"type":"string","description":"where"},\
        "item":{"type":"string","description":"which one"},\
        "per_page":{"type":"integer","minimum":1,"maximum":9,"description":"how many"},\
        "price":{"type":"number","minimum":0,"maximum":9.5,"description":"how much"},\
        "colour":{"type":"string","enum":["red","green"],"description":"which colour","default":"red"},\
        "tag":{"type":"array","items":{"type":"string"},"description":"a tag"},\
        "all":{"type":"boolean","description":"all of them"}},\
        "required":["item"],"additionalProperties":false}
        """)
    await served.end()
  }

  @Test(arguments: [
    (
      "sample_take",
      #"{"item":"--x","per_page":"3","price":1.5,"colour":"green","tag":["a","--b"],"all":true}"#,
      #"{"result":[{"place":null,"item":"--x","count":3,"price":1.5,"colour":"green","tags":["a","--b"],"all":true}]}"#
    ),
    (
      "sample_take", #"{"place":"here","item":"it","all":false,"per_page":null}"#,
      #"{"result":[{"place":"here","item":"it","count":null,"price":null,"colour":"red","tags":[],"all":false}]}"#
    ),
    (
      "sample_list", "{}",
      #"{"result":[{"id":1,"price":"a\nb"},{"id":2,"price":"a\nb"},{"id":3,"price":"a\nb"}]}"#
    ),
    ("sample_none", "{}", #"{"result":[]}"#),
    ("sample_say", "{}", #"{"text":"hello\nyou"}"#),
    ("sample_silent", "{}", "{}"),
    ("sample_note", "{}", #"{"result":[{"id":1}],"notices":["look"]}"#),
  ])
  func `a call returns what the command writes`(
    tool: String, arguments: String, expected: String
  ) async throws {
    let served = try ServedShell()
    served.start()
    await served.initialize()
    served.call(tool, arguments)
    let result = await served.next()["result"]
    #expect(result?["structuredContent"]?.jsonText == expected)
    #expect(result?["isError"] == nil)
    let text = result?["content"]?.listValue?.first?["text"]?.textValue
    switch tool {
    case "sample_say": #expect(text == "hello\nyou")
    case "sample_silent": #expect(text == "done")
    default: #expect(text == expected)
    }
    await served.end()
  }

  @Test(arguments: [
    ("sample_fail", "{}", #""status":3,"code":"not_found","message":"not there","hint":"look""#),
    ("sample_take", "{}", "the tool 'sample_take' needs 'item'"),
    ("sample_take", #"{"item":"a","nope":1}"#, "the tool 'sample_take' has no argument 'nope'"),
    (
      "sample_take", #"{"item":"a","per_page":10}"#,
      "--per-page takes a whole number from 1 to 9, not '10'"
    ),
    ("sample_take", #"{"item":{"a":1}}"#, "'item' takes text"),
    ("sample_take", #"{"item":"a","all":1}"#, "'all' takes true or false"),
    ("sample_drop", "{}", "the client has no elicitation, so I can't ask 'Drop it?'"),
    ("sample_name", "{}", "pass --name N"),
    ("sample_read", "{}", "standard input is the protocol"),
    ("sample_big", "{}", "the result is larger than 32 MiB"),
  ])
  func `a command that fails returns the shell's error`(
    tool: String, arguments: String, expected: String
  ) async throws {
    let served = try ServedShell()
    served.start()
    await served.initialize()
    served.call(tool, arguments)
    let result = await served.next()["result"]
    #expect(result?["isError"] == .boolean(true))
    let text = try #require(result?["content"]?.listValue?.first?["text"]?.textValue)
    #expect(text.hasPrefix(#"{"error":{"status":"#))
    #expect(text.contains(expected), "\(text)")
    await served.end()
  }

  @Test(arguments: [
    ("accept", "dropped"), ("decline", "nothing was changed"), ("cancel", "nothing was changed"),
  ])
  func `a confirmation is asked by a form`(action: String, expected: String) async throws {
    let served = try ServedShell()
    served.start()
    await served.initialize(capabilities: #"{"elicitation":{}}"#)
    served.call("sample_drop")
    let question = await served.next()
    #expect(question["method"] == .text("elicitation/create"))
    #expect(question["params"]?["message"] == .text("Drop it?"))
    let id = try #require(question["id"]?.jsonText)
    let result = await served.ask(
      #"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"\#(action)"}}"#)
    #expect(result["id"] == .integer(1))
    #expect(result.jsonText.contains(expected), "\(result.jsonText)")
    await served.end()
  }

  @Test
  func `since 2026-07-28 a question is the result of a call, and the answer comes with the next`()
    async throws
  {
    let served = try ServedShell()
    served.start()
    let meta =
      #","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
      + #""io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}"#
    served.call("sample_take", "{}", more: meta)
    let question = await served.next()["result"]
    #expect(question?["resultType"] == .text("input_required"))
    let schema = question?["inputRequests"]?["question"]?["params"]?["requestedSchema"]
    #expect(schema?["required"] == .list([.text("item")]))
    let state = try #require(question?["requestState"]?.jsonText)
    let answer =
      #","requestState":\#(state),"inputResponses":{"question":{"action":"accept","content":{"item":"it"}}}"#
    served.call("sample_take", "{}", id: 2, more: meta + answer)
    let result = await served.next()
    #expect(result["id"] == .integer(2))
    #expect(result["result"]?["resultType"] == .text("complete"))
    #expect(
      result["result"]?["structuredContent"]?["result"]?.listValue?.first?["item"] == .text("it"))
    served.call("sample_take", "{}", id: 3, more: meta + answer)
    #expect(await served.next()["error"]?["code"] == .integer(-32602))
    await served.end()
  }

  @Test func `a cancelled call ends and gets no response, while others are answered`() async throws
  {
    let served = try ServedShell()
    served.start()
    await served.initialize()
    served.call("sample_wait", id: 1)
    let pong = await served.ask(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
    #expect(pong["id"] == .integer(2))
    let taken = await served.ask(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(taken["error"]?["message"]?.textValue == "the id 1 is in use")
    served.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
    let next = await served.ask(#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#)
    #expect(next["id"] == .integer(3))
    await served.end()
    #expect(served.sample.cancelled == 1)
  }

  @Test func `more calls than may run at once wait for their turn`() async throws {
    let served = try ServedShell()
    served.start()
    await served.initialize()
    for id in 1...ServedCalls.maximumRunning { served.call("sample_wait", id: id) }
    served.call("sample_say", id: 99)
    let pong = await served.ask(#"{"jsonrpc":"2.0","id":100,"method":"ping"}"#)
    #expect(pong["id"] == .integer(100))
    served.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
    #expect(await served.next()["id"] == .integer(99))
    for id in 2...ServedCalls.maximumRunning {
      served.send(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
    }
    await served.end()
    #expect(served.sample.cancelled == ServedCalls.maximumRunning)
  }

  @Test func `at the end of the input a running command gets a second, and is then cancelled`()
    async throws
  {
    let clock = ManualClock()
    let served = try ServedShell(clock: clock)
    served.start()
    await served.initialize()
    served.call("sample_wait")
    _ = await served.ask(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
    async let ended: Void = served.end()
    await clock.sleepers(1)
    #expect(served.sample.cancelled == 0)
    clock.advance(by: .seconds(1))
    await ended
    #expect(served.sample.cancelled == 1)
    #expect(await served.next().jsonText.contains(#""interrupted"#))
  }

  @Test func `progress is sent to a client with a token, and only grows`() async throws {
    let served = try ServedShell()
    served.start()
    await served.initialize()
    served.call("sample_progress", more: #","_meta":{"progressToken":"t"}"#)
    let progress = await served.next()
    #expect(progress["method"] == .text("notifications/progress"))
    #expect(
      progress["params"]?.jsonText
        == #"{"progressToken":"t","progress":0.5,"total":1,"message":"half"}"#)
    #expect(await served.next()["id"] == .integer(1))
    await served.end()
  }

  @Test func `the client is notified when a module's tools disappear`() async throws {
    let served = try ServedShell()
    served.start()
    await served.initialize()
    try served.shell.modules.unload("sample")
    served.toolsChanged()
    #expect(await served.next()["method"] == .text("notifications/tools/list_changed"))
    let list = await served.ask(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
    #expect(list["result"]?["tools"] == .list([]))
    served.call("sample_say")
    #expect(await served.next()["error"]?["code"] == .integer(-32602))
    await served.end()
  }

  @Test func `a subscribed client is notified once for many events`() async throws {
    let clock = ManualClock()
    let served = try ServedShell(clock: clock)
    served.start()
    await served.initialize()
    _ = await served.ask(
      #"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"seashell://events"}}"#
    )
    for _ in 0..<5 { served.shell.host.bus.post(ModuleLoaded(module: "a")) }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(200))
    let update = await served.next()
    #expect(update["params"]?["uri"] == .text("seashell://events"))
    let read = await served.ask(
      #"{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"seashell://events"}}"#)
    let content = read["result"]?["contents"]?.listValue?.first?["text"]?.textValue ?? ""
    let events = try CellValue(json: content).listValue ?? []
    #expect(events.filter { $0["event"] == .text("shell.module.loaded") }.count == 5)
    await served.end()
  }

  @Test(
    arguments: [
      (true, [], ["sample_list", "sample_none"]), (false, ["sample l*"], ["sample_list"]),
      (true, ["sample s*", "sample n?ne"], ["sample_none"]), (false, ["other"], []),
    ] as [(Bool, [String], [String])])
  func `only chosen commands are offered, and never secret ones`(
    isReadOnly: Bool, patterns: [String], expected: [String]
  ) async throws {
    let harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(SampleModule())
    let all = ToolList(ModuleCommands(harness.shell), isReadOnly: false, only: [])
    #expect(!all.tools.contains { $0.name == "sample_secret" })
    let tools = ToolList(ModuleCommands(harness.shell), isReadOnly: isReadOnly, only: patterns)
    #expect(tools.tools.map(\.name) == expected)
    #expect(
      tools.idlePatterns == patterns.filter { $0 == "other" || isReadOnly && $0 == "sample s*" })
  }

  @Test func `tools that would have the same name get a number`() {
    var names: Set<String> = []
    #expect(
      ["a-b c", "a b-c", "a.b c"].map { ServedTool.unique(ServedTool.identifier($0), in: &names) }
        == ["a_b_c", "a_b_c_2", "a_b_c_3"])
  }
}
