public import FoundationEssentials

/// A request as a transport sends it: nothing is left to be resolved.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod

  /// The absolute address, its query included and escaped.
  public var url: URL

  /// The header fields.
  public var headers: HTTPHeaders

  /// The body; nil where there is none.
  public var body: HTTPBody?

  /// Whether the answer's body has no end of its own, as that of a feed: the bound on the whole
  /// exchange's time then does not hold.
  public var isEndless = false

  /// Makes a request.
  public init(
    method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: HTTPBody? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
