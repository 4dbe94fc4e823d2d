import FoundationEssentials
import SeashellKit
@testable import SeashellModules
import SeashellTesting
import Testing

/// The channel's requests over HTTP, and its handling of each response.
@MainActor
struct StreamableHTTPTests {
  nonisolated static let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#
  nonisolated static let answer = #"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#

  nonisolated static func response(
    _ body: String, _ type: String = "application/json", status: Int = 200,
    headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = type
    return HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(body.utf8)))
  }

  /// A channel, with the messages that arrived on it.
  @MainActor final class Bench {
    let channel: StreamableHTTPChannel
    let transport: StubTransport
    var messages: [String] = []
    var errorLines: [String] = []
    var ends: [ModuleError?] = []

    init(
      _ address: String = "https://a.example/mcp", token: String? = nil,
      headers: [String: String] = [:], clock: any Clock<Duration> = ContinuousClock(),
      _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws {
      transport = StubTransport(answer)
      var limits = ModuleLimits()
      limits.messageSize = 1_000
      limits.bytesPerSecond = 10_000
      let url = try #require(URL(string: address))
      channel = StreamableHTTPChannel(
        RemoteAddress(url, headers: headers, tokenVariable: "T", token: { token }),
        transport: transport, limits: limits, clock: clock)
      try await channel.open { [unowned self] event in
        switch event {
        case .message(let message): messages.append(message.jsonText)
        case .ended(let error): ends.append(error)
        case .errorLine(let line): errorLines.append(line)
        }
      }
    }

    func send(_ json: String) async throws { try await channel.send(.parse(json)) }
  }

  @Test(arguments: [
    response(answer), response(answer, "application/json; charset=utf-8"),
    response("data: \(answer)\n\n", "text/event-stream"),
    response(
      ": hi\r\nid: 1\r\ndata:\r\n\r\nevent: message\r\ndata: \(answer)\r\n\r\n", "text/event-stream"
    ),
  ])
  func `an HTTP answer is JSON, or a stream of events`(response: HTTPResponse) async throws {
    let bench = try await Bench { _ in response }
    try await bench.send(Self.list)
    #expect(bench.messages == [Self.answer])
    let request = try #require(bench.transport.requests.first)
    #expect(request.method == .post)
    #expect(request.headers["Accept"] == "application/json, text/event-stream")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["MCP-Protocol-Version"] == nil)
    #expect(try await request.body?.collect(upTo: 1_000) == Data(Self.list.utf8))
  }

  @Test func `an HTTP session is stored, sent and ended`() async throws {
    let bench = try await Bench { request in
      switch request.method {
      case .get: Self.response("", status: 405)
      case .delete: Self.response("", status: 200)
      default: Self.response(Self.answer, headers: ["Mcp-Session-Id": "s-1"])
      }
    }
    try await bench.send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#)
    bench.channel.agree(on: "2025-06-18")
    try await bench.send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    await bench.channel.close()
    let requests = bench.transport.requests
    #expect(requests.first?.headers["Mcp-Session-Id"] == nil)
    #expect(requests.last?.method == .delete)
    for request in requests.dropFirst() {
      #expect(request.headers["Mcp-Session-Id"] == "s-1")
      #expect(request.headers["MCP-Protocol-Version"] == "2025-06-18")
    }
    #expect(bench.ends == [nil])
  }

  @Test func `an HTTP session unknown to the module ends it`() async throws {
    let bench = try await Bench { request in
      request.headers["Mcp-Session-Id"] == nil
        ? Self.response(Self.answer, headers: ["Mcp-Session-Id": "s-1"])
        : Self.response("", status: 404)
    }
    try await bench.send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#)
    let error = ModuleError(
      "it has forgotten the session", hint: "run the command again; it starts a new one")
    await #expect(throws: error) { try await bench.send(Self.list) }
    #expect(bench.ends == [error])
  }

  @Test func `in the newest revision, header fields repeat parts of the message`() async throws {
    let bench = try await Bench { _ in Self.response(Self.answer) }
    let schema =
      #"{"properties":{"zone":{"x-mcp-header":"Zone"},"o":{"properties":{"n":{"x-mcp-header":"N"}}},"#
      + #""no":{"x-mcp-header":"a b"},"gone":{"x-mcp-header":"Gone"}}}"#
    bench.channel.learn([try ToolDescription(.parse(#"{"name":"ü","inputSchema":\#(schema)}"#))])
    try await bench.send(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ü","#
        + #""arguments":{"zone":"UTC","o":{"n":7},"no":1},"#
        + #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#)
    let headers = try #require(bench.transport.requests.first?.headers)
    #expect(headers["MCP-Protocol-Version"] == "2026-07-28")
    #expect(headers["Mcp-Method"] == "tools/call")
    #expect(headers["Mcp-Name"] == "=?base64?w7w=?=")
    #expect(
      headers.filter { $0.name.hasPrefix("Mcp-Param") }.map(\.name) == [
        "Mcp-Param-Zone", "Mcp-Param-N",
      ])
    #expect(headers["Mcp-Param-N"] == "7")
    #expect(headers["Mcp-Param-Zone"] == "UTC")
  }

  @Test(arguments: [
    ("https://a.example/mcp", true), ("http://127.0.0.1:9/mcp", true), ("http://[::1]/mcp", true),
    ("http://a.example/mcp", false), ("http://127.0.0.1.example/mcp", false),
  ])
  func `a token is sent only encrypted, or on this machine`(address: String, isSent: Bool)
    async throws
  {
    for (token, headers) in [("secret", [:]), (nil, ["authorization": "Bearer secret"])] {
      let bench = try await Bench(address, token: token, headers: headers) { _ in
        Self.response(Self.answer)
      }
      if isSent {
        try await bench.send(Self.list)
        #expect(bench.transport.requests.first?.headers["Authorization"] == "Bearer secret")
      } else {
        let error = await #expect(throws: ShellError.self) { try await bench.send(Self.list) }
        #expect(error?.code == .usage)
        #expect(bench.transport.requests.isEmpty)
      }
    }
  }

  @Test func `a record's header fields cannot replace the protocol's`() async throws {
    let bench = try await Bench(headers: ["accept": "a/b", "X-Team": "shop"]) { _ in
      Self.response(Self.answer)
    }
    try await bench.send(Self.list)
    let headers = try #require(bench.transport.requests.first?.headers)
    #expect(headers.values(of: "Accept") == ["application/json, text/event-stream"])
    #expect(headers["X-Team"] == "shop")
    let broken = try await Bench(headers: ["X": "a\r\nb"]) { _ in Self.response(Self.answer) }
    await #expect(throws: ShellError.self) { try await broken.send(Self.list) }
  }

  @Test(arguments: [
    (401, ShellError.Code.unauthorized), (403, .forbidden), (500, .unavailable),
    (503, .unavailable),
  ])
  func `an HTTP error status fails the command`(status: Int, code: ShellError.Code) async throws {
    let bench = try await Bench { _ in Self.response("no", status: status) }
    let error = await #expect(throws: ShellError.self) { try await bench.send(Self.list) }
    #expect(error?.code == code)
    #expect(bench.messages.isEmpty)
  }

  @Test(arguments: [
    (TransportError.Code.unconnected, ShellError.Code.unconnected), (.late, .unconnected),
    (.cut, .unconnected), (.limit, .limit),
  ])
  func `a failed transfer fails the command`(
    code: TransportError.Code, expected: ShellError.Code
  ) async throws {
    let bench = try await Bench { _ in throw TransportError(code, reason: "no") }
    let error = await #expect(throws: ShellError.self) { try await bench.send(Self.list) }
    #expect(error?.code == expected)
  }

  @Test(arguments: [
    (response("<html>", "text/html"), "it answered with status 200, and with no message"),
    (response("", "text/plain", status: 202), "it answered with status 202, and with no message"),
    (response("no", "text/plain", status: 400), "it answered with status 400, and with no message"),
    (
      response("{", "application/json"),
      "it sent no JSON: expected a name in double quotes at byte 1"
    ),
    (
      response("data: {\n\n", "text/event-stream"),
      "it sent no JSON: expected a name in double quotes at byte 1"
    ),
    (
      response(#"{"jsonrpc":"2.0","id":2,"result":{}}"#), "its response does not answer the request"
    ),
    (
      response("\"" + String(repeating: "x", count: 1_000) + "\""),
      "it sent a message of more than 1000 bytes"
    ),
    (
      response("data: " + String(repeating: "x", count: 2_000), "text/event-stream"),
      "it sent a message of more than 1000 bytes"
    ),
    (
      response("", "text/html", status: 307, headers: ["Location": "https://b.example/"]),
      "it redirects to 'https://b.example/'"
    ),
  ])
  func `a response outside the protocol ends the module`(response: HTTPResponse, reason: String)
    async throws
  {
    let bench = try await Bench { _ in response }
    let error = await #expect(throws: ModuleError.self) { try await bench.send(Self.list) }
    #expect(error?.reason == reason)
    #expect(bench.transport.requests.count == 1)
  }

  @Test func `a JSON-RPC error with an HTTP status answers the request`() async throws {
    let bench = try await Bench { _ in
      Self.response(
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}"#, status: 404)
    }
    try await bench.send(Self.list)
    #expect(
      bench.messages == [#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#])
  }

  @Test func `a stream that is cut is resumed after its last event`() async throws {
    let clock = ManualClock()
    let bench = try await Bench(clock: clock) { request in
      switch request.headers["Last-Event-ID"] {
      case "7": Self.response("id: 8\ndata: {}\n\n", "text/event-stream")
      case "8": Self.response("data: \(Self.answer)\n\n", "text/event-stream")
      default: Self.response("retry: 5000\nid: 7\ndata:\n\n", "text/event-stream")
      }
    }
    let sending = Task { try await bench.send(Self.list) }
    // The server's wait also applies to the next stream.
    for _ in 1...2 {
      await clock.sleepers(1)
      clock.advance(by: .seconds(5))
    }
    try await sending.value
    #expect(bench.messages == ["{}", Self.answer])
    #expect(bench.transport.requests.map(\.method) == [.post, .get, .get])
  }

  @Test func `a stream without ids that is cut is not sent again`() async throws {
    let bench = try await Bench { _ in Self.response(": hi\n\n", "text/event-stream") }
    let error = await #expect(throws: ShellError.self) { try await bench.send(Self.list) }
    #expect(error?.code == .unconnected)
    #expect(error?.hint == "the call may have been carried out")
    #expect(bench.transport.requests.count == 1)
  }
}
