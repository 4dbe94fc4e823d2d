public import FoundationEssentials
public import WebMessages

/// A web service's response with its whole body.
public struct APIResponse: Sendable {
  /// The status code.
  public var statusCode: Int

  /// The header fields.
  public var headers: HTTPHeaders

  /// The body's bytes.
  public var data: Data

  /// The request as it was sent, with its credentials.
  public let request: APIRequest

  /// How the service wraps its resources.
  public internal(set) var format = ServiceFormat.plain

  /// How the service spells the names of fields.
  public internal(set) var keys = ServiceKeys.snake

  /// Creates a response, for tests and hooks.
  public init(
    statusCode: Int, headers: HTTPHeaders = [:], data: Data = Data(), request: APIRequest
  ) {
    self.statusCode = statusCode
    self.headers = headers
    self.data = data
    self.request = request
  }

  /// Checks the status, and that a write was not answered with an HTML page that was not requested, such as
  /// the sign-in page of a network.
  ///
  /// - Throws: for 401 `unauthorized`, for 403 `forbidden`, for 400 and 405–499 `unprocessable`, for anything
  ///   else that is not 2xx `unavailable`, with the server's problems; for an HTML page `unavailable`.
  public func verify() throws(APIError) {
    try verifyStatus()
    if let error = foreignPage { throw error }
  }

  func verifyStatus() throws(APIError) {
    guard !isSuccess else { return }
    throw APIError(response: self)
  }

  var isSuccess: Bool { (200..<300).contains(statusCode) }
}

extension APIResponse: CustomStringConvertible {
  /// The status and the request's method and path; never header fields or the body.
  public var description: String { "\(statusCode) \(request)" }
}

extension APIResponse: CustomDebugStringConvertible {
  /// The status and the request's method and path; never header fields or the body.
  public var debugDescription: String { description }
}

extension APIResponse {
  /// Lets a closure change the response without seeing credentials.
  ///
  /// The closure gets the response without cookies, and with its request as the sender made it.
  ///
  /// - Throws: what the closure throws.
  package mutating func hidingCredentials(
    _ body: (inout APIResponse) async throws -> Void
  ) async throws {
    var visible = APIResponse(
      statusCode: statusCode, headers: headers, data: data, request: request.withoutCredentials)
    visible.headers.removeCredentials()
    visible.format = format
    visible.keys = keys
    try await body(&visible)
    visible.headers.restoreCredentials(of: headers)
    (statusCode, headers, data) = (visible.statusCode, visible.headers, visible.data)
  }
}
