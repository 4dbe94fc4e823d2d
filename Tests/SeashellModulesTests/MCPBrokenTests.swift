import SeashellKit
@testable import SeashellModules
import Testing

/// Protocol violations; each ends the module, with a line that says what it did.
@MainActor
struct MCPBrokenTests {
  @Test(arguments: [
    (#"[]"#, "it sent a message that is not an object"),
    (#""hello""#, "it sent a message that is not an object"),
    (#"{"jsonrpc":"1.0","id":2,"result":{}}"#, #"it sent a message whose 'jsonrpc' is not "2.0""#),
    (#"{"id":2,"result":{}}"#, #"it sent a message whose 'jsonrpc' is not "2.0""#),
    (#"{"jsonrpc":"2.0"}"#, "it sent a message without method, result and error"),
    (#"{"jsonrpc":"2.0","method":7}"#, "it sent a message whose 'method' is not a string"),
    (
      #"{"jsonrpc":"2.0","method":"a","params":[]}"#,
      "it sent 'a' with 'params' that are not an object"
    ),
    (
      #"{"jsonrpc":"2.0","method":"a","id":null}"#,
      "it sent the request 'a' with an id that is neither a string nor an integer"
    ),
    (#"{"jsonrpc":"2.0","result":{}}"#, "it sent an answer without an id"),
    (#"{"jsonrpc":"2.0","id":2,"result":[]}"#, "it sent a result that is not an object"),
    (
      #"{"jsonrpc":"2.0","id":2,"result":{},"error":{"code":1,"message":"a"}}"#,
      "it sent an answer with both a result and an error"
    ),
    (#"{"jsonrpc":"2.0","id":2,"error":"no"}"#, "it sent an error without a code or a message"),
    (
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}"#,
      "it could not read a request: no JSON"
    ),
    (#"{"jsonrpc":"2.0","id":99,"result":{}}"#, "it answered the request 99, which was never sent"),
    (
      #"{"jsonrpc":"2.0","id":"2","result":{}}"#,
      #"it answered the request "2", which was never sent"#
    ),
    (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "it answered the request 1 twice"),
    (#"{"jsonrpc":"2.0","id":2,"result":{}}"#, "its result has no 'content'"),
    (
      #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":"x"}}"#,
      "it sent progress without a token or a number"
    ),
    (
      #"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#,
      "it sent a log message without a level or a text"
    ),
    (
      #"{"jsonrpc":"2.0","method":"notifications/resources/updated"}"#,
      "it sent 'notifications/resources/updated' without a 'uri'"
    ),
  ])
  func `a module is ended after a protocol error`(message: String, reason: String) async throws {
    let channel = MCPScriptedChannel.module("2025-11-25") { channel, _ in channel.push(message) }
    var ends: [ModuleError?] = []
    let client = MCPClient(channel)
    _ = try await client.start { if case .ended(let error) = $0 { ends.append(error) } }
    await #expect(throws: ModuleError(reason)) {
      try await client.call("a", arguments: .record([]), for: RecordingCaller())
    }
    #expect(ends == [ModuleError(reason)])
    await client.stop()
    #expect(channel.isClosed)
    #expect(ends.count == 1)
  }

  @Test(arguments: [
    (#"{}"#, "its answer to 'tools/list' has no 'tools'"),
    (#"{"tools":[{}]}"#, "it offers a tool without a name"),
    (
      #"{"tools":[],"nextCursor":1}"#,
      "the 'nextCursor' of its answer to 'tools/list' is not a string"
    ),
    (#"{"tools":[],"nextCursor":"a"}"#, "its answer to 'tools/list' never ends"),
  ])
  func `a module with a broken list is ended`(result: String, reason: String) async throws {
    let channel = MCPScriptedChannel.module("2025-11-25") { $0.reply($1, result) }
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    await #expect(throws: ModuleError(reason)) { try await client.tools() }
    await client.stop()
    #expect(channel.isClosed)
  }

  @Test(arguments: [
    (
      #"{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}}}"#,
      "it asked for 'roots/list', which the shell does not offer"
    ),
    (#"{"resultType":"input_required"}"#, "it requires input, and does not say which"),
    (#"{"resultType":"task"}"#, "the type of its result is 'task', which is unknown"),
    (
      #"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","#
        + #""params":{}}}}"#, "it asked 10 times, and gave no result"
    ),
  ])
  func `a module that asks for what is not offered is ended`(result: String, reason: String)
    async throws
  {
    let channel = MCPScriptedChannel.module("2026-07-28") { $0.reply($1, result) }
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    await #expect(throws: ModuleError(reason)) {
      try await client.call("a", arguments: .record([]), for: RecordingCaller())
    }
    await client.stop()
  }

  @Test func `a batch is accepted in the revision that has batches`() async throws {
    let channel = MCPScriptedChannel.module("2025-03-26") { channel, call in
      channel.push(
        #"[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"a"}},"#
          + #"{"jsonrpc":"2.0","id":\#(call["id"]?.jsonText ?? ""),"result":{"content":[]}}]"#)
    }
    let client = MCPClient(channel)
    _ = try await client.start { _ in }
    let caller = RecordingCaller()
    _ = try await client.call("a", arguments: .record([]), for: caller)
    #expect(caller.lines == ["info: a"])
  }
}
