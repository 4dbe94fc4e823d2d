import SeashellKit
@testable import SeashellModules
import SeashellTesting
import Testing

@MainActor
struct MCPCallTests {
  /// Starts a module and returns its client.
  func start(
    _ channel: MCPScriptedChannel, clock: any Clock<Duration> = ContinuousClock(),
    _ observe: @escaping @MainActor (ProviderEvent) -> Void = { _ in }
  ) async throws -> MCPClient {
    let client = MCPClient(channel, clock: clock)
    _ = try await client.start(observe)
    return client
  }

  @Test(arguments: allRevisions)
  func `a call's progress, log and result reach the command`(revision: String) async throws {
    let channel = MCPScriptedChannel.module(revision) { channel, call in
      let token = call["params"]?["_meta"]?["progressToken"]?.jsonText ?? ""
      let head = #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#
      channel.push(head + #"\#(token),"progress":1,"total":4,"message":"one"}}"#)
      channel.push(head + #"\#(token),"progress":2.5}}"#)
      channel.push(head + #""other","progress":2.5}}"#)
      channel.push(
        #"{"jsonrpc":"2.0","method":"notifications/message","#
          + #""params":{"level":"error","data":{"code":7}}}"#)
      channel.push(#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#)
      channel.reply(call, MCPScriptedChannel.hello)
    }
    let client = try await start(channel)
    let caller = RecordingCaller()
    let result = try await client.call("greet", arguments: .parse(#"{"a":1}"#), for: caller)
    #expect(result.content.map(\.jsonText) == [#"{"type":"text","text":"hello"}"#])
    #expect(
      caller.updates == [ProgressUpdate("one", done: 1, total: 4), ProgressUpdate("greet")])
    #expect(caller.lines == [#"error: {"code":7}"#])
    let call = await channel.sent("tools/call")
    #expect(call["params"]?["name"] == .text("greet"))
    #expect(call["params"]?["arguments"]?.jsonText == #"{"a":1}"#)
  }

  @Test func `calls at the same time get their own answers`() async throws {
    var waiting: [CellValue] = []
    let channel = MCPScriptedChannel.module("2025-11-25") { channel, call in
      waiting.append(call)
      guard waiting.count == 2 else { return }
      for call in waiting.reversed() {
        let name = call["params"]?["name"]?.textValue ?? ""
        channel.reply(call, #"{"content":[{"type":"text","text":"\#(name)"}]}"#)
      }
    }
    let client = try await start(channel)
    async let first = client.call("a", arguments: .record([]), for: RecordingCaller())
    async let second = client.call("b", arguments: .record([]), for: RecordingCaller())
    #expect(try await first.content.first?["text"] == .text("a"))
    #expect(try await second.content.first?["text"] == .text("b"))
  }

  @Test func `a list of tools in pages is read to its end`() async throws {
    let channel = MCPScriptedChannel.module("2026-07-28") { channel, request in
      let tool = { (name: String) in #"{"name":"\#(name)","inputSchema":{"type":"object"}}"# }
      if request["params"]?["cursor"]?.textValue == "2" {
        channel.reply(request, #"{"tools":[\#(tool("b"))],"nextCursor":null}"#)
      } else {
        channel.reply(request, #"{"tools":[\#(tool("a"))],"nextCursor":"2"}"#)
      }
    }
    let client = try await start(channel)
    #expect(try await client.tools().map(\.name) == ["a", "b"])
  }

  @Test func `a module without tools and resources is not asked for them`() async throws {
    let channel = MCPScriptedChannel.module("2025-11-25", capabilities: "{}")
    let client = try await start(channel)
    #expect(try await client.tools().isEmpty)
    #expect(try await client.resources().isEmpty)
    #expect(channel.sent.count == 2)
  }

  @Test func `a cancelled call ends at once, and its late answer is ignored`() async throws {
    let channel = MCPScriptedChannel.module("2025-11-25") { _, _ in }
    var ends: [ModuleError?] = []
    let client = try await start(channel) { if case .ended(let error) = $0 { ends.append(error) } }
    let running = Task {
      try await client.call("slow", arguments: .record([]), for: RecordingCaller())
    }
    let call = await channel.sent("tools/call")
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    let cancelled = await channel.sent("notifications/cancelled")
    #expect(cancelled["params"]?["requestId"] == call["id"])
    channel.reply(call, MCPScriptedChannel.hello)
    #expect(ends.isEmpty)
    channel.reply(call, MCPScriptedChannel.hello)
    #expect(ends == [ModuleError("it answered the request 2 twice")])
  }

  @Test func `a module that says nothing for too long is ended`() async throws {
    let clock = ManualClock()
    let channel = MCPScriptedChannel.module("2025-11-25") { _, _ in }
    let client = try await start(channel, clock: clock)
    let running = Task {
      try await client.call("slow", arguments: .record([]), for: RecordingCaller())
    }
    let call = await channel.sent("tools/call")
    await clock.sleepers(1)
    clock.advance(by: .seconds(100))
    let token = call["params"]?["_meta"]?["progressToken"]?.jsonText ?? ""
    channel.push(
      #"{"jsonrpc":"2.0","method":"notifications/progress","#
        + #""params":{"progressToken":\#(token),"progress":1}}"#)
    clock.advance(by: .seconds(100))
    await clock.sleepers(1)
    #expect(!channel.isClosed)
    clock.advance(by: .seconds(20))
    await #expect(throws: ModuleError("it said nothing for 120 s")) { try await running.value }
    await client.stop()
    #expect(channel.isClosed)
  }

  @Test func `the end of a module ends its calls`() async throws {
    let channel = MCPScriptedChannel.module("2025-11-25") { channel, _ in
      channel.end(ModuleError("it ended with status 3"))
    }
    var ends = 0
    let client = try await start(channel) { if case .ended = $0 { ends += 1 } }
    await #expect(throws: ModuleError("it ended with status 3")) {
      try await client.call("a", arguments: .record([]), for: RecordingCaller())
    }
    await #expect(throws: ModuleError("it ended with status 3")) {
      try await client.call("a", arguments: .record([]), for: RecordingCaller())
    }
    await client.stop()
    #expect(ends == 1)
  }

  @Test(arguments: [
    (-32602, ShellError.Code.failed), (-32601, .failed), (-32603, .failed), (-32002, .notFound),
  ])
  func `an error of a call fails the command, not the module`(
    code: Int, expected: ShellError.Code
  ) async throws {
    let channel = MCPScriptedChannel.module("2025-11-25") { channel, call in
      channel.refuse(call, #"{"code":\#(code),"message":"unknown zone"}"#)
    }
    let client = try await start(channel)
    await #expect(throws: ShellError(expected, "unknown zone")) {
      try await client.call("a", arguments: .record([]), for: RecordingCaller())
    }
    #expect(!channel.isClosed)
  }

  @Test(arguments: allRevisions)
  func `changes of a resource that was read are reported`(revision: String)
    async throws
  {
    let channel = MCPScriptedChannel.module(
      revision, capabilities: #"{"resources":{"subscribe":true,"listChanged":true},"tools":{}}"#
    ) { channel, request in
      if request["method"]?.textValue == "resources/list" {
        channel.reply(request, #"{"resources":[{"uri":"a://b","name":"b"}]}"#)
      } else {
        channel.reply(request, #"{"contents":[{"uri":"a://b","text":"x"}]}"#)
      }
    }
    var changes: [String] = []
    let client = try await start(channel) { event in
      switch event {
      case .toolsChanged: changes.append("tools")
      case .resourcesChanged: changes.append("resources")
      case .resourceUpdated(let uri): changes.append(uri)
      case .log(let level, let text): changes.append("\(level) \(text)")
      default: break
      }
    }
    #expect(try await client.resources().map { $0["uri"] } == [.text("a://b")])
    let contents = try await client.read("a://b", for: RecordingCaller())
    #expect(contents.map { $0["text"] } == [.text("x")])
    if revision == "2026-07-28" {
      let listen = await channel.sent("subscriptions/listen", times: 2)
      #expect(
        listen["params"]?["notifications"]?.jsonText
          == #"{"resourcesListChanged":true,"resourceSubscriptions":["a://b"]}"#)
      let first = await channel.sent("subscriptions/listen")
      let cancelled = await channel.sent("notifications/cancelled")
      #expect(cancelled["params"]?["requestId"] == first["id"])
    } else {
      #expect(await channel.sent("resources/subscribe")["params"]?["uri"] == .text("a://b"))
    }
    channel.push(#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#)
    channel.push(#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}"#)
    channel.push(
      #"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a://b"}}"#)
    channel.push(
      #"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"hi"}}"#)
    #expect(changes == ["tools", "resources", "a://b", "info hi"])
    await client.stop()
  }
}
