import FoundationEssentials
import Glibc
import ShopBackend
import WebMessages

extension EventLoop {
  /// Reads and carries out what has come on a connection.
  func advance(_ connection: Connection) {
    do throws(Problem) {
      while try step(connection) {}
    } catch {
      refuse(error, on: connection)
    }
  }

  /// - Returns: false where more has to come first.
  private func step(_ connection: Connection) throws(Problem) -> Bool {
    switch connection.phase {
    case .head:
      guard let head = try connection.reader.read(&connection.input) else { return false }
      begin(head, on: connection)
      try awaitBody(of: head, on: connection)
      return true
    case .body:
      try readBody(on: connection)
      guard connection.decoder.isAtEnd else { return false }
      connection.request?.isWhole = true
      dispatch(connection)
      return true
    case .waiting, .sending, .lingering, .closed:
      return false
    }
  }

  private func begin(_ head: RequestHead?, on connection: Connection) {
    connection.request = ServedRequest(head)
    server.requests.enter()
  }

  private func awaitBody(of head: RequestHead, on connection: Connection) throws(Problem) {
    let framing = try head.framing()
    if case .length(let count) = framing, count > Shop.maximumBody { throw .tooLarge }
    connection.decoder = BodyDecoder(framing)
    connection.phase = .body
    if head.expectsContinue, !connection.decoder.isAtEnd, connection.input.count == 0 {
      connection.output.append(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      flush(connection)
    }
  }

  private func readBody(on connection: Connection) throws(Problem) {
    var isCrowded = false
    try connection.decoder.read(&connection.input) { piece in
      guard !isCrowded, server.bodies.take(piece.count) else {
        isCrowded = true
        return
      }
      connection.request?.body.append(contentsOf: piece)
    }
    if isCrowded { throw .crowded }
    if connection.request?.body.count ?? 0 > Shop.maximumBody { throw .tooLarge }
  }

  /// Answers what is no request, or not one that the server takes, and takes no other on the connection.
  func refuse(_ problem: Problem, on connection: Connection) {
    if connection.request == nil { begin(connection.reader.head, on: connection) }
    connection.request?.closes = true
    answer(problem.response, on: connection)
  }

  /// Has a whole request answered.
  private func dispatch(_ connection: Connection) {
    guard let request = connection.request, let head = request.head else { return }
    switch question(head, request.body) {
    case .failure(let refusal):
      answer(refusal.response, on: connection)
    case .success(let question):
      connection.phase = .waiting
      connection.request?.task = server.answer(question, on: connection.number, inbox)
    }
  }

  private struct Refused: Error {
    let response: HTTPResponse
  }

  /// What a request asks of the shop.
  private func question(_ head: RequestHead, _ body: Data) -> Result<HTTPRequest, Refused> {
    func refuse(_ problem: Problem) -> Result<HTTPRequest, Refused> {
      .failure(.init(response: problem.response))
    }
    guard !isStopping else { return refuse(.stopping) }
    guard let authority = server.authority(for: head.headers["Host"]) else {
      return refuse(.misdirected)
    }
    guard let method = HTTPMethod(rawValue: head.method) else {
      return .failure(
        .init(response: Shop.answer(method: head.method, at: head.target, headers: head.headers)))
    }
    let hasBody = !body.isEmpty || head.headers["Content-Length"] != nil
    guard
      let request = head.request(
        method, authority: authority, body: hasBody ? HTTPBody(body) : nil)
    else { return refuse(.badTarget) }
    return server.failures.next() ? refuse(.intended) : .success(request)
  }

  /// Begins to send an answer.
  func answer(_ response: HTTPResponse, on connection: Connection) {
    guard var request = connection.request else { return }
    server.bodies.giveBack(request.body.count)
    request.body = Data()
    request.status = response.status
    if isStopping || response.headers["Connection"] == "close" { request.closes = true }
    let framing = Self.framing(of: response, to: &request)
    var head = ResponseHead.bytes(
      status: response.status, headers: response.headers, framing: framing,
      closes: request.closes)
    if case .length = framing, !request.isHead, let data = response.body.data {
      request.sent = data.count
      // A small body leaves with its head, in one call.
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

  /// How an answer's body ends; the request learns whether it is sent at once or in pieces.
  private static func framing(
    of response: HTTPResponse, to request: inout ServedRequest
  ) -> ResponseHead.Framing {
    request.isAnswered = true
    if response.status == 204 || response.status == 304 { return .none }
    if request.isHead {
      // The length is what GET would have; the bytes are not sent.
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
      inbox.post(.end(isWhole: $0, to: number))
    }
  }

  /// Sends a piece of an answer.
  func give(_ piece: Data, to connection: Connection) {
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

  /// Ends an answer that came in pieces.
  func endBody(of connection: Connection) {
    guard connection.phase == .sending, connection.request?.isAnswered == false else { return }
    if connection.request?.isChunked == true { connection.output.append(Data("0\r\n\r\n".utf8)) }
    connection.request?.isAnswered = true
    flush(connection)
  }

  /// Sends what the client takes, and goes on to what comes next.
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
      connection.request?.pump?.want()
    }
  }

  /// Ends a request whose answer was sent.
  private func finish(_ connection: Connection) {
    guard let request = connection.request else { return }
    endRequest(on: connection)
    connection.since = Self.now
    guard request.closes else {
      connection.phase = .head
      connection.reader = HeadReader(upTo: server.settings.maximumHead)
      return
    }
    guard !request.isWhole || connection.input.count > 0 else {
      return close(connection)
    }
    shutdown(connection.descriptor, Int32(SHUT_WR))
    connection.phase = .lingering
  }

  /// Lets go of a request, however it ended, and tells the log.
  func endRequest(on connection: Connection) {
    guard let request = connection.request else { return }
    connection.request = nil
    request.task?.cancel()
    request.pump?.cancel()
    server.bodies.giveBack(request.body.count)
    server.answers.giveBack(request.reserved)
    server.log?(request.record(client: connection.address))
    server.requests.leave()
  }
}
