public import FoundationEssentials

/// A request as a transport sends it: nothing is left to be resolved.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod

  /// The absolute address, its query included and escaped.
  public var url: URL

  /// The header fields.
  public var headers: HTTPHeaders

  /// The body's bytes; nil where there is none.
  public var body: Data?

  /// Makes a request.
  public init(
    method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: Data? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
