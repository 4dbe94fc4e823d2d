import CMicroHTTPD
import ShopBackend
import Synchronization
import WebAPI

extension ShopServer {
  /// How much more of a body than the shop takes is read, so that its sender is there to hear the
  /// refusal.
  private static let mostDiscarded = 8 << 20

  /// Goes on with a request, on the daemon's thread: its head has come, a piece of its body, or its end;
  /// or its answer is there.
  ///
  /// - Returns: false where the connection is to be closed.
  func go(on served: ServedRequest, method: String, _ piece: UnsafeRawBufferPointer) -> Bool {
    switch served.phase {
    case .head:
      served.phase = .body
      let isText = served.readHead(method: method)
      let problem = isText ? headProblem(of: served) : .badHeader
      return problem.map { send($0.response, on: served) } ?? true
    case .body where !piece.isEmpty:
      served.append(piece)
      return served.received <= Self.mostDiscarded
    case .body:
      served.client?.expects(false)
      return dispatch(served)
    case .waiting:
      guard let response = served.response else { return false }
      return send(response, on: served)
    case .answered:
      return true
    }
  }

  /// What is wrong with a request before its body has come.
  private func headProblem(of served: ServedRequest) -> Problem? {
    let headers = served.headers
    // Whoever reads the two differently would find another request in the body (RFC 9112, section 6.1).
    if headers["Transfer-Encoding"] != nil, headers["Content-Length"] != nil { return .badHeader }
    if headers.values(of: "Host").count > 1 { return .badHeader }
    if let length = served.announcedLength, length > Shop.maximumBody { return .tooLarge }
    return nil
  }

  /// Has a whole request answered.
  private func dispatch(_ served: ServedRequest) -> Bool {
    switch question(of: served) {
    case .failure(let refusal):
      return send(refusal.response, on: served)
    case .success(let request):
      guard !isStopping.load(ordering: .relaxed), suspensions.enter() else {
        return send(Problem.stopping.response, on: served)
      }
      served.phase = .waiting
      CMicroHTTPDSuspend(served.connection)
      served.hold(
        // At once, so that no other thread comes between this one and the shop's.
        Task.immediate {
          await answer(request) { [suspensions] response in
            served.take(response)
            CMicroHTTPDResume(served.connection)
            suspensions.leave()
          }
        })
      return true
    }
  }

  private struct Refused: Error {
    let response: HTTPResponse
  }

  /// What a request asks of the shop.
  private func question(of served: ServedRequest) -> Result<HTTPRequest, Refused> {
    func refuse(_ problem: Problem) -> Result<HTTPRequest, Refused> {
      .failure(.init(response: problem.response))
    }
    guard served.received <= Shop.maximumBody else { return refuse(.tooLarge) }
    guard !served.isCrowdedOut else { return refuse(.crowded) }
    guard let authority = authority(for: served.headers["Host"]) else {
      return refuse(.misdirected)
    }
    guard let method = HTTPMethod(rawValue: served.method) else {
      return .failure(
        .init(
          response: Shop.answer(
            method: served.method, at: served.target ?? "", headers: served.headers)))
    }
    guard let request = served.request(method, authority: authority) else {
      return refuse(.badTarget)
    }
    return failures.next() ? refuse(.intended) : .success(request)
  }

  /// Has a request answered.
  ///
  /// - Parameter done: is given the answer, once, where it was made: on the shop's thread.
  private func answer(
    _ request: HTTPRequest, _ done: @escaping @Sendable (HTTPResponse) -> Void
  ) async {
    let delay = settings.delay > .zero ? settings.delay : nil
    await shop.respond(to: request, after: delay, clock: clock) { response in
      done(response ?? Problem.stopping.response)
    }
  }
}
