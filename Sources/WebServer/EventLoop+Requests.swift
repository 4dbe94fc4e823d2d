import FoundationEssentials
import Glibc
import WebMessages

extension EventLoop {
  /// The largest response that reserves nothing of the budget, in bytes.
  private static let smallestReservation = 64 << 10

  /// Reads the requests that have arrived on a connection, and dispatches them.
  func advance(_ connection: Connection) {
    do throws(HTTPProblem) {
      while try step(connection) {}
    } catch {
      reject(with: error, on: connection)
    }
  }

  /// - Returns: false if more must arrive first.
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

  /// Rejects a request, and accepts no other on the connection.
  func reject(with problem: HTTPProblem, on connection: Connection) {
    if connection.request == nil { begin(connection.reader.head, on: connection) }
    connection.request?.closes = true
    send(problem.response, on: connection)
  }

  /// Passes a complete request to the handler.
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

  /// Returns how much of the budget a response takes.
  ///
  /// Small ones, and so all to writes, take nothing.
  static func reservation(of response: HTTPResponse) -> Int {
    let count = response.body.data?.count ?? 0
    return count > smallestReservation ? count : 0
  }

  /// Reserves the bytes of a response until its client has read it.
  ///
  /// - Returns: the response, or a problem if too many bytes are reserved.
  private static func reserve(
    _ response: HTTPResponse, of budget: ByteBudget, _ inbox: LoopInbox
  ) -> HTTPResponse {
    guard !budget.reserve(reservation(of: response)) else { return response }
    inbox.post(.responsesAreFull)
    return HTTPProblem.tooManyResponses.response
  }

  /// Starts to send a response.
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

  /// Decides how a client finds the end of a response's body, and updates the request accordingly.
  private static func framing(
    of response: HTTPResponse, to request: inout ActiveRequest
  ) -> ResponseHead.Framing {
    request.isAnswered = true
    if response.status == 204 || response.status == 304 { return .none }
    if request.isHead {
      // The length that GET would have, without the bytes.
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

  /// Sends a piece of a response's body.
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

  /// Ends a body that arrived in pieces.
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

  /// Ends a request whose response was sent, and closes the connection or waits for the next one.
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

  /// Releases what a request holds, and logs it.
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
