import FoundationEssentials

/// A response whose body has not been read yet.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: Int

  /// The header fields.
  public var headers: HTTPHeaders

  /// The body, in pieces.
  public var body: HTTPBody

  /// Creates a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: HTTPBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with JSON, whose keys are in alphabetical order.
  ///
  /// - Throws: what encoding the body throws.
  public init(
    status: Int = 200, json body: some Encodable, headers: HTTPHeaders = [:]
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    self.init(status: status, headers: headers, body: HTTPBody(try encoder.encode(body)))
    self.headers["Content-Type"] = "application/json"
  }

  /// Returns whether a status is a redirect (RFC 9110, section 15.4).
  package static func isRedirect(_ status: Int) -> Bool {
    [301, 302, 303, 307, 308].contains(status)
  }
}
