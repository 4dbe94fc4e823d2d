import SeashellKit
@testable import SeashellModules
import SeashellTesting
import Testing

@MainActor
struct MCPQuestionTests {
  static let question =
    #"{"message":"How many?","requestedSchema":{"type":"object","properties":{}}}"#

  /// A module that asks with a request during a call.
  func asking(_ revision: String, method: String = "elicitation/create") -> MCPScriptedChannel {
    var call = CellValue.null
    let channel = MCPScriptedChannel.module(revision) { channel, request in
      call = request
      channel.push(
        #"{"jsonrpc":"2.0","id":"q","method":"\#(method)","params":\#(Self.question)}"#)
    }
    let answer = channel.script
    channel.script = { [weak channel] message in
      if message["method"] == nil { channel?.reply(call, MCPScriptedChannel.hello) }
      answer(message)
    }
    return channel
  }

  @Test(arguments: ["2025-06-18", "2025-11-25"])
  func `a question goes to the command, and its answer to the module`(revision: String)
    async throws
  {
    let channel = asking(revision)
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    let caller = RecordingCaller()
    caller.answer = { _ in try .parse(#"{"action":"accept","content":{"n":2}}"#) }
    _ = try await client.call("a", arguments: .record([]), for: caller)
    #expect(caller.questions.map(\.jsonText) == [Self.question])
    #expect(
      channel.all("answer").map(\.jsonText)
        == [#"{"jsonrpc":"2.0","id":"q","result":{"action":"accept","content":{"n":2}}}"#])
  }

  @Test(arguments: [
    ("2024-11-05", "elicitation/create"), ("2025-03-26", "elicitation/create"),
    ("2025-11-25", "sampling/createMessage"), ("2025-11-25", "roots/list"),
    ("2025-11-25", "tools/list"), ("2026-07-28", "elicitation/create"), ("2026-07-28", "ping"),
  ])
  func `an unsupported request is declined`(revision: String, method: String) async throws {
    let channel = asking(revision, method: method)
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    _ = try await client.call("a", arguments: .record([]), for: RecordingCaller())
    #expect(
      channel.all("answer").map(\.jsonText)
        == [
          #"{"jsonrpc":"2.0","id":"q","error":{"code":-32601,"message":"the shell does not offer "#
            + #"'\#(method)'"}}"#
        ])
  }

  @Test func `a ping is answered, and a question without a call is declined`() async throws {
    let channel = MCPScriptedChannel.module("2025-11-25")
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    channel.push(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#)
    channel.push(
      #"{"jsonrpc":"2.0","id":8,"method":"elicitation/create","params":\#(Self.question)}"#)
    _ = await channel.sent("answer", times: 2)
    #expect(
      channel.all("answer").map(\.jsonText) == [
        #"{"jsonrpc":"2.0","id":7,"result":{}}"#,
        #"{"jsonrpc":"2.0","id":8,"result":{"action":"decline"}}"#,
      ])
    await client.stop()
  }

  @Test func `a question that cannot be asked fails the command`() async throws {
    let channel = asking("2025-11-25")
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    let caller = RecordingCaller()
    caller.answer = { _ in throw ShellError(.usage, "not a terminal") }
    await #expect(throws: ShellError(.usage, "not a terminal")) {
      try await client.call("a", arguments: .record([]), for: caller)
    }
    #expect(await channel.sent("answer")["result"]?.jsonText == #"{"action":"cancel"}"#)
    _ = await channel.sent("notifications/cancelled")
    #expect(!channel.isClosed)
  }

  @Test func `the user may think longer than a module may be silent`() async throws {
    let clock = ManualClock()
    let channel = asking("2025-11-25")
    let client = MCPClient(channel, clock: clock)
    _ = try await client.start { _ in }
    let caller = RecordingCaller()
    caller.answer = { _ in
      await clock.sleepers(1)
      clock.advance(by: .seconds(1_000))
      await clock.sleepers(1)
      return .record([.init("action", .text("cancel"))])
    }
    _ = try await client.call("a", arguments: .record([]), for: caller)
    #expect(!channel.isClosed)
  }

  @Test func `a question that the module withdraws is not answered`() async throws {
    let channel = asking("2025-11-25")
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    let caller = RecordingCaller()
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    caller.answer = { _ in
      ask.finish()
      defer { end.finish() }
      try await Task.sleep(for: .seconds(60))
      return .null
    }
    let call = Task { try await client.call("a", arguments: .record([]), for: caller) }
    for await _ in asked {}
    channel.push(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}"#)
    for await _ in ended {}
    channel.reply(await channel.sent("tools/call"), MCPScriptedChannel.hello)
    _ = try await call.value
    #expect(channel.all("answer").isEmpty)
  }

  @Test func `in the newest revision, a call's result can be a question`() async throws {
    let channel = MCPScriptedChannel.module("2026-07-28") { channel, call in
      if call["params"]?["inputResponses"] == nil {
        channel.reply(
          call,
          #"{"resultType":"input_required","requestState":"s1","inputRequests":{"n":"#
            + #"{"method":"elicitation/create","params":\#(Self.question)}}}"#)
      } else {
        channel.reply(call, MCPScriptedChannel.hello)
      }
    }
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    let caller = RecordingCaller()
    caller.answer = { _ in try .parse(#"{"action":"accept","content":{"n":2}}"#) }
    _ = try await client.call("a", arguments: .record([]), for: caller)
    let second = try #require(channel.all("tools/call").last?["params"])
    #expect(second["requestState"] == .text("s1"))
    #expect(
      second["inputResponses"]?.jsonText == #"{"n":{"action":"accept","content":{"n":2}}}"#)
    #expect(second["name"] == .text("a"))
  }

  @Test func `a call that only keeps its state is asked again after a moment`() async throws {
    let clock = ManualClock()
    var rounds = 0
    let channel = MCPScriptedChannel.module("2026-07-28") { channel, call in
      rounds += 1
      channel.reply(
        call,
        rounds < 3
          ? #"{"resultType":"input_required","requestState":"s"}"# : MCPScriptedChannel.hello)
    }
    let client = MCPClient(channel, clock: clock)
    _ = try await client.start { _ in }
    let call = Task { try await client.call("a", arguments: .record([]), for: RecordingCaller()) }
    while rounds < 3 {
      clock.advance(by: .milliseconds(100))
      await Task.yield()
    }
    _ = try await call.value
    #expect(rounds == 3)
  }

  @Test func `an address that must be opened first is shown`() async throws {
    let channel = MCPScriptedChannel.module("2025-11-25") { channel, call in
      channel.refuse(
        call,
        #"{"code":-32042,"message":"sign in","data":{"elicitations":["#
          + #"{"mode":"url","elicitationId":"1","url":"https://a.b/","message":"Sign in"}]}}"#)
    }
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    let caller = RecordingCaller()
    await #expect(
      throws: ShellError(
        .failed, "sign in", hint: "open the address, then run the command again")
    ) { try await client.call("a", arguments: .record([]), for: caller) }
    #expect(caller.questions.first?["url"] == .text("https://a.b/"))
  }
}
