import FoundationEssentials
import WebMessages

/// What the server itself refuses, before the shop sees it; told as the shop tells its refusals.
struct Problem: Error {
  let status: Int
  let code: String
  let title: String
  let detail: String
  var headers: HTTPHeaders = [:]

  var response: HTTPResponse {
    // Every text is of this file, and holds nothing that JSON escapes.
    let body = """
      {"errors":[{"status":"\(status)","code":"\(code)","title":"\(title)","detail":"\(detail)"}]}
      """
    var fields = headers
    fields["Content-Type"] = "application/json"
    return HTTPResponse(status: status, headers: fields, body: HTTPBody(Data(body.utf8)))
  }

  static let badTarget = Problem(
    status: 400, code: "bad_address", title: "Bad request",
    detail: "The address is not one that HTTP allows.")

  static let badHeader = Problem(
    status: 400, code: "malformed", title: "Bad request",
    detail: "The request's head is not as HTTP wants it.")

  static let badBody = Problem(
    status: 400, code: "malformed", title: "Bad request",
    detail: "The request's body is not as HTTP wants it.")

  static let badVersion = Problem(
    status: 505, code: "unknown_version", title: "Version not supported",
    detail: "The server speaks HTTP/1.1.")

  static let targetTooLong = Problem(
    status: 414, code: "address_too_long", title: "Address too long",
    detail: "The address is longer than the server takes.")

  static let headTooLong = Problem(
    status: 431, code: "head_too_long", title: "Header fields too large",
    detail: "The request's head is longer than the server takes.")

  static let tooLarge = Problem(
    status: 413, code: "too_large", title: "Content too large",
    detail: "The body is longer than the shop takes.")

  static let crowded = Problem(
    status: 503, code: "too_many_bodies", title: "Service unavailable",
    detail: "Too many bodies are on their way at once; nothing was changed. Try again.",
    headers: ["Retry-After": "1"])

  static let tooManyAnswers = Problem(
    status: 503, code: "too_many_answers", title: "Service unavailable",
    detail: "Too many answers wait to be read. Try again.", headers: ["Retry-After": "1"])

  static let intended = Problem(
    status: 503, code: "failed_on_purpose", title: "Service unavailable",
    detail: "The server was asked to fail now and then (--fail); nothing was changed.")

  static let stopping = Problem(
    status: 503, code: "stopping", title: "Service unavailable",
    detail: "The server is about to end; nothing was changed.", headers: ["Connection": "close"])

  static let misdirected = Problem(
    status: 421, code: "misdirected", title: "Misdirected request",
    detail: "This server is for this machine alone, and does not answer to that name.")
}
