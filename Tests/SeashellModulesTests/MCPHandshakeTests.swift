import SeashellKit
@testable import SeashellModules
import Testing

@MainActor
struct MCPHandshakeTests {
  @Test(arguments: allRevisions)
  func `a module of each revision is started`(revision: String) async throws {
    let channel = MCPScriptedChannel.module(revision)
    let client = MCPClient(channel)
    let offer = try await client.start { _ in }
    #expect(
      offer
        == ProviderOffer(
          title: "clock 1.0", dialect: "MCP \(revision)", instructions: "ask it"))
    #expect(channel.revision == revision)
    let isNewest = revision == "2026-07-28"
    #expect(channel.all("notifications/initialized").count == (isNewest ? 0 : 1))
    await client.stop()
    #expect(channel.isClosed)
  }

  @Test func `a module on a pipe is sent initialize first`()
    async throws
  {
    let channel = MCPScriptedChannel.module("2025-11-25")
    _ = try await MCPClient(channel).start { _ in }
    #expect(
      channel.sent.map { $0["method"]?.textValue } == ["initialize", "notifications/initialized"])
  }

  @Test func `over HTTP, the newest revision is tried first`() async throws {
    for revision in ["2025-06-18", "2026-07-28"] {
      let channel = MCPScriptedChannel.module(revision)
      channel.carriesRequestsAlone = true
      let offer = try await MCPClient(channel).start { _ in }
      #expect(offer.dialect == "MCP \(revision)")
      #expect(channel.sent.first?["method"]?.textValue == "server/discover")
    }
  }

  @Test func `the handshake has the shell's name and capabilities`() async throws {
    let channel = MCPScriptedChannel.module("2025-11-25")
    _ = try await MCPClient(channel).start { _ in }
    #expect(
      channel.sent.first?["params"]?.jsonText
        == #"{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}}},"#
        + #""clientInfo":{"name":"seashell","version":"1.2.3"}}"#)
    let newest = MCPScriptedChannel.module("2026-07-28")
    let client = MCPClient(newest)
    _ = try await client.start { _ in }
    _ = try await client.call("a", arguments: .record([]), for: RecordingCaller())
    let meta = try #require(newest.all("tools/call").first?["params"]?["_meta"])
    #expect(
      meta["io.modelcontextprotocol/clientInfo"]?.jsonText
        == #"{"name":"seashell","version":"1.2.3"}"#)
    #expect(meta["io.modelcontextprotocol/protocolVersion"]?.textValue == "2026-07-28")
    #expect(meta["io.modelcontextprotocol/logLevel"]?.textValue == "warning")
  }

  @Test(arguments: [(false, "warning"), (true, "debug")])
  func `a verbose shell asks for all messages of the log`(isVerbose: Bool, level: String)
    async throws
  {
    let channel = MCPScriptedChannel.module("2025-06-18", capabilities: #"{"logging":{}}"#)
    _ = try await MCPClient(channel, isVerbose: isVerbose).start { _ in }
    #expect(await channel.sent("logging/setLevel")["params"]?["level"]?.textValue == level)
  }

  @Test func `a module that refuses is asked in the revision that it names`()
    async throws
  {
    let channel = MCPScriptedChannel()
    channel.script = { [weak channel] message in
      guard message["method"]?.textValue == "initialize" else { return }
      if message["params"]?["protocolVersion"]?.textValue == "2024-11-05" {
        channel?.reply(
          message,
          #"{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"a","version":""}}"#
        )
      } else {
        channel?.refuse(
          message,
          #"{"code":-32602,"message":"no","data":{"supported":["2024-11-05"],"requested":"x"}}"#)
      }
    }
    let offer = try await MCPClient(channel).start { _ in }
    #expect(offer == ProviderOffer(title: "a", dialect: "MCP 2024-11-05"))
  }

  nonisolated static let known = "2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28"

  @Test(arguments: [
    (
      #"{"result":{"protocolVersion":"2023-01-01","capabilities":{}}}"#,
      "it speaks MCP 2023-01-01, and this shell \(known)"
    ),
    (
      #"{"error":{"code":-32022,"message":"no","data":{"supported":["2030-01-01"]}}}"#,
      "it speaks MCP 2030-01-01, and this shell \(known)"
    ),
    (
      #"{"error":{"code":-32603,"message":"the disk is full"}}"#,
      "it refused to start: the disk is full"
    ),
    (#"{"result":{"capabilities":{}}}"#, "its answer to 'initialize' has no 'protocolVersion'"),
    (
      #"{"result":{"protocolVersion":"2025-06-18"}}"#,
      "it does not say what it can do: its answer has no 'capabilities'"
    ),
  ])
  func `a module that cannot be started says why`(answer: String, reason: String) async throws {
    let channel = MCPScriptedChannel()
    channel.script = { [weak channel] message in
      guard let id = message["id"]?.jsonText else { return }
      channel?.push(#"{"jsonrpc":"2.0","id":\#(id),"# + answer.dropFirst())
    }
    await #expect(throws: ModuleError(reason)) { try await MCPClient(channel).start { _ in } }
    #expect(channel.isClosed)
  }

  @Test func `a start that is cancelled is not announced to the module`() async throws {
    let channel = MCPScriptedChannel()
    let client = MCPClient(channel)
    let start = Task { try await client.start { _ in } }
    _ = await channel.sent("initialize")
    start.cancel()
    await #expect(throws: CancellationError.self) { try await start.value }
    #expect(channel.all("notifications/cancelled").isEmpty)
    #expect(channel.isClosed)
  }
}
