package import WebMessages

extension Shop {
  /// Handles a request after a delay.
  ///
  /// - Parameter respond: receives the response on the shop's thread, so that no third thread is needed;
  ///   nil if the task was cancelled and nothing was changed.
  package func respond(
    to request: HTTPRequest, after delay: Duration?, clock: any Clock<Duration>,
    _ respond: @Sendable (HTTPResponse?) -> Void
  ) async {
    respond(try? await response(to: request, after: delay, clock: clock))
  }

  /// Handles a request after a delay, during which other requests are handled.
  ///
  /// During the delay, another write with the same `Idempotency-Key` gets 409. Afterwards no other
  /// write can come between, since the shop handles one request at a time.
  func response(
    to request: HTTPRequest, after delay: Duration?, clock: any Clock<Duration>
  ) async throws(CancellationError) -> HTTPResponse {
    guard let delay else { return try await respond(to: request) }
    let key = idempotencyScope(of: request)
    if let key, !keysInFlight.insert(key).inserted {
      var response = ShopResponse(.inFlight, to: request.headers)
      response.finish(for: request)
      return response.message
    }
    defer { if let key { keysInFlight.remove(key) } }
    guard (try? await clock.sleep(for: delay)) != nil else { throw CancellationError() }
    return try await respond(to: request)
  }

  /// Returns the scope of a write's key; nil if the write has none or will be rejected.
  private func idempotencyScope(of message: HTTPRequest) -> IdempotencyKey.Scope? {
    guard let key = message.headers["Idempotency-Key"],
      let request = try? ShopRequest(message), case .reviews? = Route(request.segments),
      request.method == .post, let storage = try? openedStorage(),
      let session = try? SessionStore(database: storage.database, now: clock()).session(of: request)
    else { return nil }
    return IdempotencyKey.Scope(
      account: session.account, method: request.method, path: request.path, key: key)
  }

  /// Handles a request whose method gives the same response for every resource.
  ///
  /// `OPTIONS` gets the methods that the path supports, other standard methods get 405, and unknown ones
  /// 501.
  ///
  /// - Parameter target: a path and query, a whole URL, or `*`.
  nonisolated package static func respond(
    toMethod method: String, target: String, headers: HTTPHeaders
  ) -> HTTPResponse {
    do {
      guard method == "OPTIONS" || rejectedMethods.contains(method) else {
        throw ShopProblem.unknownMethod(method)
      }
      guard target.utf8.count <= ShopRequest.maximumTarget else { throw ShopProblem.targetTooLong }
      var response = ShopResponse(status: 204)
      if method == "OPTIONS", target == "*" {
        response.headers["Allow"] = HTTPMethod.allCases
          .filter { $0 != .patch && $0 != .options }.map(\.rawValue).joined(separator: ", ")
        return response.message
      }
      let route = try Route.matching(try ShopRequest.segments(of: target))
      guard method == "OPTIONS" else {
        throw ShopProblem.notAllowed(method, allowed: route.allowedMethods)
      }
      response.headers["Allow"] = route.allowedMethods
      return response.message
    } catch {
      var response = ShopResponse(ShopProblem(error), to: headers)
      response.headers["Vary"] = "Accept"
      response.headers["Content-Length"] = String(response.body.count)
      return response.message
    }
  }

  /// Standard methods that `HTTPMethod` lacks and no resource supports.
  private static let rejectedMethods = ["TRACE", "CONNECT", "QUERY"]
}
