import FoundationEssentials
package import WebMessages

/// An error response in the form of JSON:API's errors.
package struct HTTPProblem: Error {
  let status: Int
  let code: String
  private let title: String
  private let detail: String
  private let headers: HTTPHeaders

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - code: the kind of problem, for programs.
  ///   - title: the kind of problem in a few words.
  ///   - detail: what is wrong and what to do. Like the title, it must need no JSON escapes.
  package init(
    status: Int, code: String, title: String, detail: String, headers: HTTPHeaders = [:]
  ) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.headers = headers
  }

  /// The response to send.
  package var response: HTTPResponse {
    let body = """
      {"errors":[{"status":"\(status)","code":"\(code)","title":"\(title)","detail":"\(detail)"}]}
      """
    var fields = headers
    fields["Content-Type"] = "application/json"
    return HTTPResponse(status: status, headers: fields, body: HTTPBody(Data(body.utf8)))
  }

  /// The request target is not a URL.
  package static let badTarget = HTTPProblem(
    status: 400, code: "bad_address", title: "Bad request",
    detail: "The request target is not a valid URL or path.")

  static let badHeader = HTTPProblem(
    status: 400, code: "malformed", title: "Bad request",
    detail: "The request line or a header field is malformed.")

  static let badBody = HTTPProblem(
    status: 400, code: "malformed", title: "Bad request",
    detail: "The chunks of the request body are malformed.")

  static let badVersion = HTTPProblem(
    status: 505, code: "unknown_version", title: "Version not supported",
    detail: "The server supports HTTP/1.1.")

  static let targetTooLong = HTTPProblem(
    status: 414, code: "address_too_long", title: "Address too long",
    detail: "The request line is longer than the server accepts.")

  static let headTooLong = HTTPProblem(
    status: 431, code: "head_too_long", title: "Header fields too large",
    detail: "The header fields are longer than the server accepts.")

  static let bodyTooLarge = HTTPProblem(
    status: 413, code: "too_large", title: "Content too large",
    detail: "The request body is longer than the server accepts.")

  static let tooManyBodies = HTTPProblem(
    status: 503, code: "too_many_bodies", title: "Service unavailable",
    detail: "The server is receiving too many request bodies; nothing was changed. Try again.",
    headers: ["Retry-After": "1"])

  static let tooManyResponses = HTTPProblem(
    status: 503, code: "too_many_answers", title: "Service unavailable",
    detail: "Too many responses are waiting to be read. Try again.", headers: ["Retry-After": "1"])

  /// The server is shutting down.
  package static let stopping = HTTPProblem(
    status: 503, code: "stopping", title: "Service unavailable",
    detail: "The server is shutting down; nothing was changed.", headers: ["Connection": "close"])
}
