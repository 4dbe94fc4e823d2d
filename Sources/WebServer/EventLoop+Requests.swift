import FoundationEssentials
import Glibc
import WebMessages

extension EventLoop {
  /// The size limit of a response without a reservation, in bytes.
  private static let largestUnreserved = 64 << 10

  func advance(_ connection: Connection) {
    do throws(HTTPProblem) {
      while try step(connection) {}
    } catch {
      reject(with: error, on: connection)
    }
  }

  /// Reads a head or body; returns false if more bytes must arrive first.
  private func step(_ connection: Connection) throws(HTTPProblem) -> Bool {
    switch connection.phase {
    case .head:
      guard let head = try connection.reader.read(&connection.input) else { return false }
      begin(head, on: connection)
      try awaitBody(of: head, on: connection)
      return true
    case .body:
      try readBody(on: connection)
      guard connection.decoder.isAtEnd else { return false }
      connection.request?.isComplete = true
      dispatch(connection)
      return true
    case .waiting, .sending, .lingering, .closed:
      return false
    }
  }

  private func begin(_ head: RequestHead?, on connection: Connection) {
    connection.request = ActiveRequest(head)
    load.requests.enter()
  }

  private func awaitBody(of head: RequestHead, on connection: Connection) throws(HTTPProblem) {
    let framing = try head.framing()
    if case .length(let count) = framing, count > settings.maximumBody { throw .bodyTooLarge }
    connection.decoder = BodyDecoder(framing)
    connection.phase = .body
    if head.expectsContinue, !connection.decoder.isAtEnd, connection.input.count == 0 {
      connection.output.append(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      flush(connection)
    }
  }

  private func readBody(on connection: Connection) throws(HTTPProblem) {
    var isFull = false
    try connection.decoder.read(&connection.input) { piece in
      guard !isFull, load.requestBytes.reserve(piece.count) else {
        isFull = true
        return
      }
      connection.request?.body.append(contentsOf: piece)
    }
    if isFull { throw .tooManyBodies }
    if connection.request?.body.count ?? 0 > settings.maximumBody { throw .bodyTooLarge }
  }

  func reject(with problem: HTTPProblem, on connection: Connection) {
    if connection.request == nil { begin(connection.reader.head, on: connection) }
    connection.request?.closes = true
    send(problem.response, on: connection)
  }

  private func dispatch(_ connection: Connection) {
    guard let request = connection.request, let head = request.head else { return }
    guard !isStopping else { return send(HTTPProblem.stopping.response, on: connection) }
    let hasBody = !request.body.isEmpty || head.headers["Content-Length"] != nil
    let received = ReceivedRequest(
      method: head.method, target: head.target, headers: head.headers,
      body: hasBody ? HTTPBody(request.body) : nil)
    connection.phase = .waiting
    connection.request?.task = handler(received) { [inbox, load, number = connection.number] in
      let response = Self.reserve($0, of: load.responseBytes, inbox)
      inbox.post(.response(response, to: number))
    }
  }

  /// Returns how many bytes to reserve for a response: none for a small one, such as the response to a write.
  static func reservation(of response: HTTPResponse) -> Int {
    let count = response.body.data?.count ?? 0
    return count > largestUnreserved ? count : 0
  }

  /// Reserves a response's bytes until its client has read it; returns a problem if too few are
  /// left.
  private static func reserve(
    _ response: HTTPResponse, of budget: ByteBudget, _ inbox: LoopInbox
  ) -> HTTPResponse {
    guard !budget.reserve(reservation(of: response)) else { return response }
    inbox.post(.responsesAreFull)
    return HTTPProblem.tooManyResponses.response
  }

  func send(_ response: HTTPResponse, on connection: Connection) {
    guard var request = connection.request else { return }
    load.requestBytes.release(request.body.count)
    request.body = Data()
    request.status = response.status
    if isStopping || response.headers["Connection"] == "close" { request.closes = true }
    let framing = Self.framing(of: response, to: &request)
    var head = ResponseHead.bytes(
      status: response.status, headers: response.headers, framing: framing,
      closes: request.closes)
    if case .length = framing, !request.isHead, let data = response.body.data {
      request.sent = data.count
      // A small body is sent with its head in one call.
      if data.count <= 16 << 10 { head.append(data) }
      connection.output.append(head)
      if data.count > 16 << 10 { connection.output.append(data) }
    } else {
      connection.output.append(head)
    }
    if !request.isAnswered { request.pump = pump(response.body, to: connection.number) }
    connection.request = request
    connection.phase = .sending
    connection.since = Self.now
    connection.lastProgress = connection.since
    flush(connection)
  }

  /// Decides how the client finds the end of a response's body, and stores that in the request.
  private static func framing(
    of response: HTTPResponse, to request: inout ActiveRequest
  ) -> ResponseHead.Framing {
    request.isAnswered = true
    if response.status == 204 || response.status == 304 { return .none }
    if request.isHead {
      // The length that a GET would have.
      return .length(
        response.headers["Content-Length"].flatMap { Int($0) } ?? response.body.count ?? 0)
    }
    if let data = response.body.data { return .length(data.count) }
    request.isAnswered = false
    request.isChunked = request.head?.isPersistent == true
    request.closes = request.closes || !request.isChunked
    return request.isChunked ? .chunked : .untilClosed
  }

  private func pump(_ body: HTTPBody, to number: Int) -> BodyPump {
    BodyPump(body) { [inbox] in
      inbox.post(.piece($0, to: number))
    } end: { [inbox] in
      inbox.post(.end(isComplete: $0, to: number))
    }
  }

  func send(_ piece: Data, on connection: Connection) {
    guard connection.phase == .sending, let request = connection.request else { return }
    connection.request?.sent += piece.count
    if request.isChunked {
      connection.output.append(Data("\(String(piece.count, radix: 16))\r\n".utf8))
      connection.output.append(piece)
      connection.output.append(Data("\r\n".utf8))
    } else {
      connection.output.append(piece)
    }
    connection.lastProgress = Self.now
    flush(connection)
  }

  func endBody(on connection: Connection) {
    guard connection.phase == .sending, connection.request?.isAnswered == false else { return }
    if connection.request?.isChunked == true { connection.output.append(Data("0\r\n\r\n".utf8)) }
    connection.request?.isAnswered = true
    flush(connection)
  }

  /// Sends as much as the client accepts, then continues with the next piece or request.
  func flush(_ connection: Connection) {
    guard connection.phase != .closed else { return }
    let (progress, count) = connection.output.send(to: connection.descriptor)
    if count > 0 { connection.lastProgress = Self.now }
    switch progress {
    case .blocked: return
    case .broken: return close(connection)
    case .done: break
    }
    guard connection.phase == .sending else { return }
    if connection.request?.isAnswered == true {
      finish(connection)
    } else {
      connection.request?.pump?.requestNext()
    }
  }

  /// Ends a request after its response; then closes the connection or waits for the next request.
  private func finish(_ connection: Connection) {
    guard let request = connection.request else { return }
    endRequest(on: connection)
    connection.since = Self.now
    guard request.closes else {
      connection.phase = .head
      connection.reader = HeadReader(upTo: settings.maximumHead)
      return
    }
    guard !request.isComplete || connection.input.count > 0 else {
      return close(connection)
    }
    shutdown(connection.descriptor, Int32(SHUT_WR))
    connection.phase = .lingering
  }

  func endRequest(on connection: Connection) {
    guard let request = connection.request else { return }
    connection.request = nil
    request.task?.cancel()
    request.pump?.cancel()
    load.requestBytes.release(request.body.count)
    load.responseBytes.release(request.reserved)
    log?(request.record(client: connection.address))
    load.requests.leave()
  }
}
