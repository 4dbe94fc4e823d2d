import FaultServer
import FoundationEssentials
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import TestSupport
import Testing
import WebCurl

/// The client with a server of the Python SDK, over HTTP on this machine.
@MainActor
@Suite(.mayBlock)
struct StreamableHTTPServerTests {
  /// A running server, and a client of it.
  @MainActor final class Bench {
    let process: ChildProcess
    let client: MCPClient
    let traffic = MCPTraffic()
    let events: AsyncStream<ProviderEvent>
    private let observe: AsyncStream<ProviderEvent>.Continuation

    init(_ options: [String], revisions: [String]? = nil, token: String? = nil) async throws {
      let words =
        [".build/mcp/bin/python", "Tests/ModuleServers/everything.py", "--http"] + options
      process = try await BlockingExecutor.run { try ChildProcess(words) }
      let url = try #require(URL(string: "http://127.0.0.1:\(process.firstLine)/mcp"))
      let channel = StreamableHTTPChannel(
        RemoteAddress(url, tokenVariable: "SHOP_TOKEN", token: { token }),
        transport: CurlTransport(), limits: ModuleLimits())
      client = MCPClient(
        RecordingChannel(channel, traffic, module: "everything"), isVerbose: true,
        revisions: revisions)
      (events, observe) = AsyncStream.makeStream()
    }

    func start() async throws -> ProviderOffer {
      try await client.start { [observe] in observe.yield($0) }
    }

    func call(
      _ tool: String, _ arguments: String = "{}", _ caller: RecordingCaller? = nil
    )
      async throws -> ToolResult
    {
      try await client.call(
        tool, arguments: .parse(arguments), for: caller ?? RecordingCaller())
    }
  }

  /// Each revision, and each kind of server with and without a handshake.
  nonisolated private static let kinds: [(revision: String, options: [String])] =
    allRevisions.map { ($0, []) }
    + [["--json"], ["--stateless"], ["--stateless", "--json"], ["--events"]]
    .map { ("2025-06-18", $0) } + [("2026-07-28", ["--json"])]

  @Test(arguments: kinds)
  func `every kind of result arrives from each kind of server`(
    revision: String, options: [String]
  ) async throws {
    let bench = try await Bench(options, revisions: [revision])
    let offer = try await bench.start()
    #expect(offer.dialect == "MCP \(revision)")
    #expect(offer.title == "everything 1.0")
    #expect(offer.hasResources)
    let tools = try await bench.client.tools()
    #expect(tools.map(\.name).prefix(3) == ["greet", "product", "products"])
    #expect(
      try await bench.call("greet", #"{"name":"é"}"#).content.first?["text"] == .text("hello é"))
    #expect(try await bench.call("product").structured?["id"] == .text("p-1"))
    #expect(try await bench.call("products").structured?["result"]?.listValue?.count == 2)
    #expect(try await bench.call("number").structured?["result"] == .integer(7))
    #expect(try await bench.call("text").structured == nil)
    #expect(try await bench.call("picture").content.first?["mimeType"] == .text("image/png"))
    #expect(try await bench.call("link").content.first?["type"] == .text("resource_link"))
    #expect(try await bench.call("embedded").content.first?["type"] == .text("resource"))
    #expect(
      try await bench.call("zone", #"{"zone":"é x","day":2}"#).content.first?["text"]
        == .text("é x 2"))
    #expect(try await bench.call("fail").isError)
    let contents = try await bench.client.read("note://a", for: RecordingCaller())
    #expect(contents.first?["text"] == .text("first"))
    #expect(try await bench.client.resources().count == 2)
    let caller = RecordingCaller()
    _ = try await bench.call("count", #"{"to":2}"#, caller)
    if !options.contains("--json") {
      #expect(
        caller.updates == [
          ProgressUpdate("step 1", done: 1, total: 2), ProgressUpdate("step 2", done: 2, total: 2),
        ])
      #expect(caller.lines == ["warning: nearly done", "debug: details"])
    }
    await bench.client.stop()
    #expect(try await bench.traffic.validation() == "valid")
  }

  @Test(arguments: ["2025-06-18", "2025-11-25", "2026-07-28"])
  func `a tool asks the user`(revision: String) async throws {
    let bench = try await Bench([], revisions: [revision])
    _ = try await bench.start()
    let caller = RecordingCaller()
    caller.answer = { _ in try .parse(#"{"action":"accept","content":{"count":3}}"#) }
    let result = try await bench.call("order", "{}", caller)
    #expect(result.content.first?["text"] == .text("ordered 3"))
    #expect(caller.questions.first?["message"] == .text("How many?"))
    if revision == "2025-11-25" {
      caller.answer = { _ in try .parse(#"{"action":"accept"}"#) }
      let result = try await bench.call("sign_in", "{}", caller)
      #expect(result.content.first?["text"] == .text("accept"))
      #expect(caller.questions.last?["url"] == .text("https://example.com/login"))
    }
    await bench.client.stop()
    #expect(try await bench.traffic.validation() == "valid")
  }

  @Test(arguments: ["2025-11-25", "2026-07-28"])
  func `a cancelled call ends in the server too`(revision: String) async throws {
    let bench = try await Bench([], revisions: [revision])
    _ = try await bench.start()
    let caller = RecordingCaller()
    let (stream, started) = AsyncStream.makeStream(of: Void.self)
    caller.onProgress = { started.finish() }
    let call = Task { try await bench.call("slow", "{}", caller) }
    for await _ in stream {}
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    var text: CellValue?
    while text != .text("yes") {
      text = try await bench.client.read("note://cancelled", for: caller).first?["text"]
    }
    await bench.client.stop()
  }

  @Test(arguments: ["2025-06-18", "2026-07-28"])
  func `changes of a remote module's tools are reported`(revision: String) async throws {
    let bench = try await Bench([], revisions: [revision])
    _ = try await bench.start()
    _ = try await bench.client.read("note://a", for: RecordingCaller())
    var seen: Set<String> = []
    // The stream of changes may open only after the first call.
    let calling = Task { while !Task.isCancelled { _ = try await bench.call("change") } }
    for await event in bench.events {
      switch event {
      case .toolsChanged: seen.insert("tools")
      case .resourcesChanged: seen.insert("resources")
      case .resourceUpdated(let uri): seen.insert(uri)
      default: break
      }
      if seen.count == 3 { break }
    }
    #expect(seen == ["tools", "resources", "note://a"])
    calling.cancel()
    await bench.client.stop()
  }

  @Test func `a lost connection to a remote module is resumed`() async throws {
    let bench = try await Bench(["--events"], revisions: ["2025-11-25"])
    _ = try await bench.start()
    let caller = RecordingCaller()
    let result = try await bench.call("cut", "{}", caller)
    #expect(result.content.first?["text"] == .text("resumed"))
    #expect(caller.updates.map(\.label) == ["before", "after"])
    await bench.client.stop()
  }

  @Test func `the newest common revision is used with a remote module`() async throws {
    let bench = try await Bench([])
    #expect(try await bench.start().dialect == "MCP 2026-07-28")
    await bench.client.stop()
  }

  @Test func `a token authorizes the user at a remote module`() async throws {
    let bench = try await Bench(["--token", "secret"], token: "secret")
    #expect(try await bench.start().title == "everything 1.0")
    await bench.client.stop()
    let stranger = try await Bench(["--token", "secret"], token: "wrong")
    let error = await #expect(throws: ShellError.self) { try await stranger.start() }
    #expect(error?.code == .unauthorized)
    #expect(error?.hint == "set the variable 'SHOP_TOKEN' to a valid token")
  }
}
