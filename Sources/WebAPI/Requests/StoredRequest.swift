package import CoreJSON
package import FoundationEssentials
package import WebMessages

/// A write stored for later, to be sent byte for byte with its original key.
///
/// It contains no credentials. Its ``head`` and its ``body`` are stored separately.
package struct StoredRequest: Sendable {
  /// Everything except the body, in a form that a store can encode.
  package struct Head: Sendable, Hashable, Codable {
    fileprivate var method: String
    fileprivate var path: [String]
    fileprivate var url: String?
    fileprivate var version: String?
    fileprivate var query: [Pair] = []
    fileprivate var headers: [Pair] = []
    /// The names of the header fields that are not sent; nil if the user has left out none.
    fileprivate var omitted: [String]?
    fileprivate var contentType: String?
    fileprivate var convertsKeys = false
    fileprivate var key: String?
    fileprivate var announces: Announcement
    fileprivate var security: [SecurityRequirement]?

    fileprivate struct Pair: Sendable, Hashable, Codable {
      let name: String
      let value: String
      var isAsWritten = true
    }

    fileprivate enum Announcement: Sendable, Hashable, Codable {
      case automatic, ifCreated, nothing
      case updated(resource: String, id: String?)
      case invalidated(resource: String?, id: String?)
    }
  }

  package private(set) var head: Head

  /// The body's bytes, if there is a body.
  package let body: Data?

  /// The body's names and values, if they are known.
  package let fields: JSONValue?

  /// Restores a stored request.
  package init(head: Head, body: Data?, fields: JSONValue?) {
    self.head = head
    self.body = body
    self.fields = fields
  }

  /// Prepares a request for storage.
  ///
  /// - Parameter address: the address of the API with its version. A request for an absolute address below it
  ///   gets the relative path.
  /// - Returns: the request, or nil if the body is a stream, or cannot be encoded.
  package init?(_ request: APIRequest, address: String) {
    var head = Head(
      method: request.method.rawValue, path: request.path.kept, version: request.version,
      announces: Head.Announcement(request.announces), security: request.security)
    if request.path.segments.isEmpty, let url = request.url {
      let text = url.absoluteString
      let path = text.prefix { $0 != "?" && $0 != "#" }
      head.url = text
      head.path =
        path.hasPrefix(address + "/")
        ? APIPath(parsing: String(path.dropFirst(address.count))).kept
        : APIPath(parsing: url.path(percentEncoded: true)).kept
    }
    head.query = request.query.pairs.map {
      Head.Pair(name: $0.name, value: $0.value, isAsWritten: $0.isAsWritten)
    }
    var headers = request.withoutCredentials.headers
    head.key = headers["Idempotency-Key"] ?? request.idempotencyKey
    headers["Idempotency-Key"] = nil
    head.headers = headers.map { Head.Pair(name: $0.name, value: $0.value) }
    if !headers.omitted.isEmpty { head.omitted = headers.omitted }
    if let body = request.body {
      guard let kept = body.kept else { return nil }
      head.contentType = body.contentType
      head.convertsKeys = kept.convertsKeys
      self.body = kept.data
      fields = body.fields
    } else {
      body = nil
      fields = nil
    }
    self.head = head
  }
}

extension StoredRequest {
  /// The path under the service's address.
  package var path: APIPath { APIPath(kept: head.path) }

  /// The method, unless it is unknown.
  package var method: HTTPMethod? { HTTPMethod(rawValue: head.method) }

  /// The key that lets a server carry out the write once, however often it is sent.
  package var idempotencyKey: String? { head.key }

  /// The original `If-Match` of the request.
  package var ifMatch: String? { header("If-Match") }

  private func header(_ name: String) -> String? {
    head.headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Removes the original `If-Match` of the request.
  package mutating func removeIfMatch() {
    head.headers.removeAll { $0.name.lowercased() == "if-match" }
  }

  /// Replaces a path segment wherever it occurs.
  package mutating func replace(_ segment: String, with other: String) {
    head.path = APIPath(kept: head.path).replacing(segment, with: other).kept
    guard let url = head.url else { return }
    let path = url.prefix { $0 != "?" }
    let escaped = PercentEncoding.encode(other, keeping: PercentEncoding.segment)
    head.url =
      path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0 == segment ? escaped : String($0) }.joined(separator: "/")
      + url.dropFirst(path.count)
  }

  /// Returns the request to send for an owner.
  ///
  /// It is sent once, cannot be deferred again, and posts no event if it fails.
  package func request(of owner: DataOwner) -> APIRequest? {
    guard let method, var request = address(method) else { return nil }
    request.headers = HTTPHeaders()
    for field in head.headers { request.headers.add(field.name, field.value) }
    for name in head.omitted ?? [] { _ = request.headers.add(typed: "\(name):") }
    request.announces = head.announces.announcement
    request.security = head.security
    request.idempotencyKey = head.key
    if let body, let contentType = head.contentType {
      request.body = APIBody(
        kept: body, contentType: contentType, convertsKeys: head.convertsKeys, fields: fields)
    }
    return request.asked(for: owner)
  }

  /// Returns a request that reads the current resource at the same address, for an owner.
  package func reading(of owner: DataOwner) -> APIRequest? {
    guard var request = address(.get) else { return nil }
    request.headers["Accept"] = header("Accept")
    request.security = head.security
    request.cachePolicy = .reload
    return request.asked(for: owner)
  }

  private func address(_ method: HTTPMethod) -> APIRequest? {
    var query = APIQuery()
    for pair in head.query {
      if pair.isAsWritten {
        query.appendAsWritten(pair.name, pair.value)
      } else {
        query.append(pair.name, pair.value)
      }
    }
    guard let address = head.url else {
      return APIRequest(
        path: APIPath(kept: head.path), version: head.version, method: method, query: query)
    }
    guard let url = URL(string: address) else { return nil }
    return APIRequest(url: url, method: method, query: query)
  }
}

extension APIRequest {
  /// The request for an owner, as the queue sends it: once.
  fileprivate func asked(for owner: DataOwner) -> APIRequest {
    var request = self
    request.owner = owner
    request.mayBeDeferred = false
    request.isBackground = true
    request.retry = false
    return request
  }
}

extension StoredRequest.Head.Announcement {
  fileprivate init(_ announcement: APIAnnouncement) {
    switch announcement {
    case .automatic: self = .automatic
    case .ifCreated: self = .ifCreated
    case .nothing: self = .nothing
    case .updated(let resource, let id): self = .updated(resource: resource, id: id)
    case .invalidated(let resource, let id): self = .invalidated(resource: resource, id: id)
    }
  }

  fileprivate var announcement: APIAnnouncement {
    switch self {
    case .automatic: .automatic
    case .ifCreated: .ifCreated
    case .nothing: .nothing
    case .updated(let resource, let id): .updated(resource, id)
    case .invalidated(let resource, let id): .invalidated(resource, id)
    }
  }
}
