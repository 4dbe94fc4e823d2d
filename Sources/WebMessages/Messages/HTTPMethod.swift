/// An HTTP request method (RFC 9110, section 9).
public enum HTTPMethod: String, Sendable, Codable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"

  /// Whether the method changes data.
  public var isWrite: Bool { self != .get && self != .head }
}
