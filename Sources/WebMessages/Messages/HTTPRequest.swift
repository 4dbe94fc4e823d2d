public import FoundationEssentials

/// A request as sent by a transport, with all its header fields.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod

  /// The absolute URL, including the escaped query.
  public var url: URL

  /// The header fields.
  public var headers: HTTPHeaders

  /// The body, if any.
  public var body: HTTPBody?

  /// Whether the response is endless, like an event feed, so that the total time is not limited.
  public var isEndless = false

  /// The time limit for the complete response, if it is shorter than the transport's own.
  ///
  /// A client sets it to the rest of its time limit for all tries of a request.
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
  /// Reads the resource at the address.
  case get = "GET"
  /// Reads only the status and the header fields of `get`.
  case head = "HEAD"
  /// Creates a resource, or starts an action.
  case post = "POST"
  /// Replaces the resource at the address.
  case put = "PUT"
  /// Changes a part of the resource at the address.
  case patch = "PATCH"
  /// Deletes the resource at the address.
  case delete = "DELETE"
  /// Asks which methods the address supports.
  case options = "OPTIONS"

  /// Whether the method changes data.
  public var isWrite: Bool { self != .get && self != .head && self != .options }
}
