import SeashellKit
@testable import SeashellModules
import SeashellTesting
import TestSupport
import Testing

/// All messages that the shell sends, validated by the SDK's types.
@MainActor
struct MCPValidationTests {
  @Test func `every message that the shell sends is valid`() async throws {
    let traffic = MCPTraffic()
    for revision in allRevisions {
      try await talk(in: revision, traffic)
    }
    #expect(try await traffic.validation() == "valid")
  }

  @Test func `the SDK's types reject wrong messages`() async throws {
    let traffic = MCPTraffic()
    traffic.record(
      try .parse(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#),
      "out", "2025-11-25", module: "a")
    let verdict = try await traffic.validation()
    #expect(verdict.contains("Input should be a valid string"))
    #expect(verdict.hasSuffix("1 messages, 1 wrong\n"))
  }

  /// Sends each kind of message that the shell has.
  private func talk(in revision: String, _ traffic: MCPTraffic) async throws {
    let scripted = MCPScriptedChannel.module(
      revision,
      capabilities: #"{"tools":{"listChanged":true},"logging":{},"#
        + #""resources":{"subscribe":true,"listChanged":true}}"#
    ) { channel, request in
      let hints = #""resultType":"complete","ttlMs":0,"cacheScope":"private""#
      let params = request["params"]
      switch (request["method"]?.textValue, params?["name"]?.textValue) {
      case ("tools/list", _):
        let next = params?["cursor"] == nil ? #","nextCursor":"a""# : ""
        channel.reply(request, #"{\#(hints),"tools":[]\#(next)}"#)
      case ("resources/list", _): channel.reply(request, #"{\#(hints),"resources":[]}"#)
      case ("resources/read", _):
        channel.reply(request, #"{\#(hints),"contents":[{"uri":"a://b","text":"x"}]}"#)
      case (_, "ask") where revision == "2026-07-28" && params?["inputResponses"] == nil:
        channel.reply(
          request,
          #"{"resultType":"input_required","requestState":"s","inputRequests":{"n":"#
            + #"{"method":"elicitation/create","params":\#(MCPQuestionTests.question)}}}"#)
      case (_, "ask") where revision != "2026-07-28":
        for method in ["elicitation/create", "ping", "roots/list"] {
          let params = method == "elicitation/create" ? MCPQuestionTests.question : "{}"
          channel.push(
            #"{"jsonrpc":"2.0","id":"\#(method)","method":"\#(method)","params":\#(params)}"#)
        }
        Task {
          _ = await channel.sent("answer", times: 3)
          channel.reply(request, MCPScriptedChannel.hello)
        }
      case (_, "slow"): break
      default: channel.reply(request, MCPScriptedChannel.hello)
      }
    }
    let client = MCPClient(RecordingChannel(scripted, traffic, module: revision))
    _ = try await client.start { _ in }
    _ = try await client.tools()
    _ = try await client.resources()
    _ = try await client.read("a://b", for: RecordingCaller())
    let caller = RecordingCaller()
    caller.answer = { _ in try .parse(#"{"action":"accept","content":{"n":2}}"#) }
    _ = try await client.call("ask", arguments: .parse(#"{"a":[1,{"b":null}]}"#), for: caller)
    let calls = scripted.all("tools/call").count + 1
    let slow = Task { try await client.call("slow", arguments: .record([]), for: caller) }
    await until { scripted.all("tools/call").count >= calls }
    let cancelled = scripted.all("notifications/cancelled").count
    slow.cancel()
    await #expect(throws: CancellationError.self) { try await slow.value }
    _ = await scripted.sent("notifications/cancelled", times: cancelled + 1)
    await client.stop()
  }
}
