/// A response as a transport gives it: the head is here, the body is still to come.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: Int

  /// The header fields.
  public var headers: HTTPHeaders

  /// The body, in pieces.
  public var body: HTTPBody

  /// Makes a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: HTTPBody = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
