public import FoundationEssentials

/// A request as a transport sends it, with all its header fields.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod

  /// The absolute URL, including the escaped query.
  public var url: URL

  /// The header fields.
  public var headers: HTTPHeaders

  /// The body, if there is one.
  public var body: HTTPBody?

  /// Whether the response is endless, like an event feed, so that the total time is not limited.
  public var isEndless = false

  /// The time in which the response must be complete, if it is shorter than the transport's own limit.
  ///
  /// A client sets what is left of its limit for all tries of a request together.
  public var timeLimit: Duration?

  /// Creates a request.
  public init(
    method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: HTTPBody? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// An HTTP request method (RFC 9110, section 9).
public enum HTTPMethod: String, Sendable, Codable, CaseIterable {
  /// Returns what is at the address.
  case get = "GET"
  /// Returns the status and the header fields of `get`.
  case head = "HEAD"
  /// Sends something new.
  case post = "POST"
  /// Replaces what is at the address.
  case put = "PUT"
  /// Changes a part of what is at the address.
  case patch = "PATCH"
  /// Deletes what is at the address.
  case delete = "DELETE"
  /// Asks which methods the address has.
  case options = "OPTIONS"

  /// Whether the method changes data.
  public var isWrite: Bool { self != .get && self != .head && self != .options }
}
