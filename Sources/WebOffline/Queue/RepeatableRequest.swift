import FoundationEssentials
import WebAPI
import WebMessages

/// Checks that a request can be repeated without having its effect twice.
enum RepeatableRequest {
  /// Throws `unsafe` if a write must not be queued, for example because it has a credential.
  static func stored(
    _ request: APIRequest, of owner: DataOwner
  ) throws(QueueError) -> StoredRequest {
    if let name = request.credentialName { throw QueueError(credential: name) }
    guard !request.isConfidential, request.secrets.isEmpty, request.authorizes else {
      throw QueueError(.unsafe, "a request with a password or a token in it cannot wait")
    }
    switch request.method {
    case .post, .put, .delete: break
    case .patch:
      throw QueueError(.unsafe, "a PATCH cannot wait, since it cannot be repeated safely")
    case .get, .head, .options:
      throw QueueError(.unsafe, "a \(request.method.rawValue) changes nothing, and cannot wait")
    }
    if let url = request.url, !isWithin(url.absoluteString, owner.address) {
      throw QueueError(
        .unsafe, "a request to another service than \(owner.environment) cannot wait")
    }
    guard let stored = StoredRequest(request, address: owner.address) else {
      throw QueueError(
        .unsafe, "it cannot wait, since its body cannot be kept",
        hint: "send it when the service is reachable")
    }
    if let segment = stored.path.segments.first(where: { ["", ".", ".."].contains($0) }) {
      throw QueueError(.unsafe, "the path '\(stored.path)' contains the segment '\(segment)'")
    }
    if request.method == .post, stored.idempotencyKey == nil {
      throw QueueError(
        .unsafe, "a POST without an Idempotency-Key cannot wait, since it could happen twice")
    }
    return stored
  }

  private static func isWithin(_ address: String, _ base: String) -> Bool {
    origin(address) == origin(base)
  }

  private static func origin(_ address: String) -> Substring? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let end = address[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    return address[..<end]
  }
}
