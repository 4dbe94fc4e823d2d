import FoundationEssentials
import SeashellKit
import WebMessages

/// Carries messages over Streamable HTTP: one request for each message, with a response in JSON or a stream
/// of events.
@MainActor
final class StreamableHTTPChannel: MessageChannel {
  private let address: RemoteAddress
  private let transport: any Transport
  private let messageSize: Int
  private let clock: any Clock<Duration>
  private let elapsed: () -> Duration
  private var rate: OutputRate
  private var receive: (@MainActor (ChannelEvent) -> Void)?
  private var routing = RoutingFields()
  private var revision: ProtocolRevision?
  private var session: String?
  /// The requests without an answer, or whose stream did not end after it.
  private var exchanges: [CellValue: Task<Void, any Error>] = [:]
  /// The last request whose stream did not end after its answer.
  private var lingering: CellValue?
  private var listening: Task<Void, Never>?

  let carriesRequestsAlone = true
  var memory: Int? { nil }

  /// Creates a channel without sending anything.
  ///
  /// - Parameters:
  ///   - address: the module's address.
  ///   - transport: sends the requests; its time limits must leave room for slow tools.
  ///   - limits: the longest message, and how many bytes may come in a second.
  ///   - clock: measures the waits before a stream is resumed.
  init(
    _ address: RemoteAddress, transport: any Transport, limits: ModuleLimits,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.address = address
    self.transport = transport
    messageSize = limits.messageSize
    rate = OutputRate(limit: limits.bytesPerSecond)
    self.clock = clock
    elapsed = clock.stopwatch()
  }

  func open(_ receive: @escaping @MainActor (ChannelEvent) -> Void) async throws {
    self.receive = receive
  }

  func agree(on revision: String) { self.revision = ProtocolRevision(rawValue: revision) }

  func learn(_ tools: [ToolDescription]) { routing.learn(tools) }

  /// Sends a message.
  ///
  /// For a request, it returns after the answer.
  func send(_ message: CellValue) async throws {
    let method = message["method"]?.textValue
    if method == "notifications/cancelled", let id = message["params"]?["requestId"] {
      exchanges[id]?.cancel()
      // Without a session, ending the request is enough.
      if revision?.hasHandshake == false { return }
    }
    if method != nil, let id = message["id"] {
      let task = Task { try await exchange(message, id) }
      exchanges[id] = task
      defer { exchanges[id] = nil }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } else {
      let response = try await post(message)
      if !(200..<300).contains(response.status) {
        throw ModuleError("it answered '\(method ?? "an answer")' with status \(response.status)")
      }
      if method == "notifications/initialized" { listen() }
    }
  }

  func close() async {
    listening?.cancel()
    for task in exchanges.values { task.cancel() }
    let receive = receive
    self.receive = nil
    // It may be about to send a message.
    await listening?.value
    if session != nil { await endSession() }
    receive?(.ended(nil))
  }

  /// Notifies the module that the session ends, for at most two seconds.
  private func endSession() async {
    guard let headers = try? await fields() else { return }
    let request = HTTPRequest(method: .delete, url: address.url, headers: headers)
    _ = await Task { [transport] in try await transport.send(request) }
      .result(within: .seconds(2), on: clock)
  }
}

extension StreamableHTTPChannel {
  /// Sends a request, and delivers the messages in its response.
  private func exchange(_ message: CellValue, _ id: CellValue) async throws {
    let response = try await post(message)
    if message["method"] == .text("initialize"), let id = response.headers["Mcp-Session-Id"] {
      session = id
    }
    switch MediaType.name(response.headers["Content-Type"]) {
    case "application/json":
      let json = try await json(response)
      if response.status >= 400, json["error"] != nil {
        // The module may not have been able to read the id.
        try deliver(
          .message(["jsonrpc": json["jsonrpc"], "id": id, "error": json["error"]]), answering: id)
      } else if try !deliver(json, answering: id) {
        throw ModuleError("its response does not answer the request")
      }
    case MediaType.events where response.status == 200: try await follow(response, id)
    default:
      throw ModuleError("it answered with status \(response.status), and with no message")
    }
  }

  private func json(_ response: HTTPResponse) async throws -> CellValue {
    do {
      let bytes = try await response.body.collect(upTo: messageSize)
      try count(bytes.count)
      return try Self.json(Array(bytes))
    } catch is HTTPBodyTooLarge {
      throw tooLong
    } catch let error as TransportError {
      throw address.error(error)
    }
  }

  private static func json(_ bytes: [UInt8]) throws(ModuleError) -> CellValue {
    do throws(JSONError) {
      return try CellValue(json: bytes)
    } catch {
      throw ModuleError("it sent no JSON: \(error)")
    }
  }

  private var tooLong: ModuleError {
    ModuleError("it sent a message of more than \(messageSize) bytes")
  }

  /// Delivers a message.
  ///
  /// - Returns: whether it answers the request.
  @discardableResult
  private func deliver(_ message: CellValue, answering id: CellValue?) throws -> Bool {
    receive?(.message(message))
    if let id { return message["method"] == nil && message["id"] == id }
    return false
  }

  /// Delivers the messages of a stream, and resumes it if it ends before the answer.
  private func follow(_ first: HTTPResponse, _ id: CellValue) async throws {
    var parser = ServerSentEventParser(bound: messageSize)
    var (response, pauses) = (first, StreamPauses())
    while true {
      let start = elapsed()
      if try await deliver(response, &parser, answering: id) { return }
      guard let last = parser.resumableID else { throw address.cut }
      guard let wait = pauses.next(after: elapsed() - start, retry: parser.retry) else {
        throw address.closedTooOften
      }
      try await clock.sleep(for: wait)
      response = try await get(after: last)
      parser = ServerSentEventParser(resumingAfter: last, bound: messageSize)
      guard response.status == 200,
        MediaType.name(response.headers["Content-Type"]) == MediaType.events
      else {
        throw address.cut
      }
    }
  }

  /// Delivers the messages of a stream until it ends or is interrupted.
  ///
  /// It is also read after the answer, so that the connection can be reused.
  ///
  /// - Returns: whether the request was answered.
  private func deliver(
    _ response: HTTPResponse, _ parser: inout ServerSentEventParser, answering id: CellValue?
  ) async throws -> Bool {
    var isAnswered = false
    do {
      while let piece = try await response.body.next() {
        try count(piece.count)
        for event in try parser.parse(piece) where event.name == "message" && !event.data.isEmpty {
          if try deliver(Self.json(Array(event.data.utf8)), answering: id) {
            isAnswered = true
            linger(id)
          }
        }
      }
    } catch {
      if isAnswered { return true }
      switch error {
      case is ServerSentEventTooLong: throw tooLong
      case is TransportError: break
      default: throw error
      }
    }
    return isAnswered
  }

  /// Counts received bytes.
  ///
  /// Too many in a second end the module, even after an answer.
  private func count(_ bytes: Int) throws {
    let (seconds, fraction) = elapsed().components
    let nanoseconds = seconds * 1_000_000_000 + fraction / 1_000_000_000
    guard rate.add(bytes, at: nanoseconds) else { return }
    let error = ModuleError("it floods: over \(ByteCount.text(rate.limit)) a second")
    receive?(.ended(error))
    throw error
  }

  /// Ends the stream of an earlier request that the module keeps open after the answer.
  private func linger(_ id: CellValue?) {
    if let lingering, lingering != id { exchanges[lingering]?.cancel() }
    lingering = id
  }

  /// Opens the stream for messages that the module sends on its own, if it has one.
  private func listen() {
    listening = Task { [weak self] in try? await self?.followEvents() }
  }

  private func followEvents() async throws {
    var parser = ServerSentEventParser(bound: messageSize)
    var pauses = StreamPauses()
    while true {
      var start = elapsed()
      do {
        let response = try await get(after: parser.resumableID)
        guard response.status == 200,
          MediaType.name(response.headers["Content-Type"]) == MediaType.events
        else {
          return
        }
        parser = ServerSentEventParser(resumingAfter: parser.resumableID, bound: messageSize)
        start = elapsed()
        _ = try await deliver(response, &parser, answering: nil)
      } catch let error as ShellError where error.code == .unconnected {
        // The server may be back soon. The failed attempt does not count as time of an open stream.
        start = elapsed()
      } catch let error as ModuleError {
        receive?(.ended(error))
        return
      }
      guard let wait = pauses.next(after: elapsed() - start, retry: parser.retry) else {
        receive?(
          .errorLine(
            "seashell: its event stream ended \(StreamPauses.most) times; its events are not followed"
              + " until it is started again"))
        return
      }
      try await clock.sleep(for: wait)
    }
  }
}

extension StreamableHTTPChannel {
  private func fields(_ message: CellValue? = nil) async throws -> HTTPHeaders {
    var headers = try await address.fields()
    headers["Mcp-Session-Id"] = session
    let meta = message?["params"]?["_meta"]
    if let version = meta?["io.modelcontextprotocol/protocolVersion"]?.textValue, let message {
      headers["MCP-Protocol-Version"] = version
      routing.add(for: message, to: &headers)
    } else if message?["method"] != .text("initialize") {
      headers["MCP-Protocol-Version"] = revision?.rawValue
    }
    return headers
  }

  private func post(_ message: CellValue) async throws -> HTTPResponse {
    var headers = try await fields(message)
    headers["Accept"] = "application/json, text/event-stream"
    headers["Content-Type"] = "application/json"
    let body = Data(message.jsonBytes)
    // Only a refused call has certainly not been carried out, and may be sent again once the user is signed in.
    let isCall = message["method"] != nil && message["id"] != nil
    return try await send(
      HTTPRequest(method: .post, url: address.url, headers: headers, body: HTTPBody(body)),
      isCall: isCall)
  }

  private func get(after last: String?) async throws -> HTTPResponse {
    var headers = try await fields()
    headers["Accept"] = "text/event-stream"
    headers["Last-Event-ID"] = last
    return try await send(HTTPRequest(url: address.url, headers: headers))
  }

  private func send(_ request: HTTPRequest, isCall: Bool = false) async throws -> HTTPResponse {
    var request = request
    request.isEndless = true
    var response = try await respond(to: request)
    if response.status == 401, try await address.renew(request.headers["Authorization"]) {
      request.headers["Authorization"] = try await address.fields()["Authorization"]
      if let data = request.body?.data { request.body = HTTPBody(data) }
      response = try await respond(to: request)
    }
    if isCall {
      let challenge = response.headers.values(of: "WWW-Authenticate")
      let lacksScopes =
        response.status == 403 && ProtectedResource.neededScopes(in: challenge) != nil
      if response.status == 401 || lacksScopes { address.refused?(challenge) }
    }
    if let error = address.error(
      status: response.status, location: response.headers["Location"])
    {
      throw error
    }
    if response.status == 404, session != nil {
      let error = ModuleError(
        "it has forgotten the session", hint: "run the command again; it starts a new one")
      session = nil
      receive?(.ended(error))
      throw error
    }
    return response
  }

  private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await transport.send(request)
    } catch let error as TransportError {
      try Task.checkCancellation()
      throw address.error(error)
    }
  }
}
