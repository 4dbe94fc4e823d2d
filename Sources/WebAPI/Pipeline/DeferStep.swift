import FoundationEssentials
import WebMessages

/// Lets the client's deferral keep writes that cannot be sent now.
///
/// Reads skip it at no cost.
struct DeferStep {
  let client: APIClientSnapshot
  let next: AnnounceStep

  func send(_ request: APIRequest) async throws -> APIResponse {
    guard let deferral = deferral(of: request) else { return try await next.send(request) }
    return try await asking(deferral, about: request) { try await next.send(request) }
  }

  func stream(_ request: APIRequest, isEndless: Bool) async throws -> ResponseHead {
    guard let deferral = deferral(of: request) else {
      return try await next.stream(request, isEndless: isEndless)
    }
    return try await asking(deferral, about: request) {
      try await next.stream(request, isEndless: isEndless)
    }
  }

  /// The deferral to ask about a request; nil if the request must be sent now or not at all.
  private func deferral(of request: APIRequest) -> (any WriteDeferral)? {
    guard request.method.isWrite, request.mayBeDeferred, request.authorizes,
      !request.isBackground, !request.hasSecretBody
    else { return nil }
    return client.settings.deferral
  }

  private func asking<Response>(
    _ deferral: any WriteDeferral, about request: APIRequest, _ send: () async throws -> Response
  ) async throws -> Response {
    let relative = request.relative(to: client)
    try await deferral.willSend(relative)
    do {
      return try await send()
    } catch let error as APIError where error.code == .unconnected {
      try await deferral.didFail(relative, error)
      throw error
    }
  }
}

extension APIRequest {
  /// The request with a relative path and query, if its absolute address is below a client's base address and
  /// version; otherwise the request itself.
  fileprivate func relative(to client: APIClientSnapshot) -> APIRequest {
    guard path.segments.isEmpty, let address = url?.absoluteString.prefix(while: { $0 != "#" }),
      let prefix = try? APIPath.prefix(
        base: client.settings.baseURL, version: version ?? client.settings.version),
      address.hasPrefix(prefix)
    else { return self }
    let parts = address.dropFirst(prefix.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var request = self
    request.url = nil
    request.path = APIPath(parsing: String(parts[0]))
    // A path with empty segments is sent as it is written, which only an absolute address is.
    guard let query = APIQuery(escaped: parts.dropFirst().first ?? ""),
      !request.path.segments.isEmpty, !request.path.segments.contains("")
    else { return self }
    request.query = query
    request.query.append(self.query)
    return request
  }
}
