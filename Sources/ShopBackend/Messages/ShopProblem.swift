import WebMessages

struct ShopProblem: Error {
  enum Source {
    case parameter(String)
    /// A field of the body, in any encoding.
    case field(String)
    /// A member of a JSON:API document other than an attribute.
    case member(String)
    case header(String)
  }

  let status: Int

  let code: String

  /// The problem and its solution, for people.
  let detail: String

  var headers: HTTPHeaders = [:]

  /// The invalid part of the request; nil if the problem is not in one part.
  var source: Source?

  var title: String { Self.titles[status] ?? "Error" }

  static let titles = [
    400: "Bad request", 401: "Unauthorized", 403: "Forbidden", 404: "Not found",
    405: "Method not allowed", 406: "Not acceptable", 409: "Conflict",
    412: "Precondition failed", 413: "Content too large", 414: "Address too long",
    415: "Unsupported media type", 422: "Unprocessable content", 429: "Too many requests",
    500: "Internal error", 501: "Not implemented", 503: "Service unavailable",
    507: "Insufficient storage",
  ]
}

extension ShopProblem {
  static let badAddress = ShopProblem(
    status: 400, code: "bad_address",
    detail: "The URL has an invalid percent escape.")

  static let notAcceptable = ShopProblem(
    status: 406, code: "not_acceptable",
    detail: "Accept has parameters of JSON:API that the shop does not support; use "
      + "\(MediaType.document) without parameters.", source: .header("Accept"))

  static func unsupportedParameter(_ name: String) -> ShopProblem {
    ShopProblem(
      status: 400, code: "unsupported_parameter",
      detail: "JSON:API's parameter \(name.prefix(100)) is not supported here.",
      source: .parameter(name))
  }

  static func crossOrigin(header: String) -> ShopProblem {
    ShopProblem(
      status: 403, code: "foreign_origin",
      detail: "A web page of another origin may not change anything here.",
      source: .header(header))
  }

  static func tooManyAttempts(retryAfter seconds: Int) -> ShopProblem {
    ShopProblem(
      status: 429, code: "too_many_attempts",
      detail: "Too many wrong passwords for this user. Try again in \(seconds) s.",
      headers: ["Retry-After": String(seconds)])
  }

  static let tooManyLogins = ShopProblem(
    status: 503, code: "too_many_logins",
    detail: "Too many requests to sign in are waiting; nothing was changed. Try again.",
    headers: ["Retry-After": "1"])

  static let stopping = ShopProblem(
    status: 503, code: "stopping", detail: "The server is shutting down. Try again later.",
    headers: ["Retry-After": "5"])

  static func conflict(_ code: String, _ detail: String, at source: Source) -> ShopProblem {
    ShopProblem(status: 409, code: code, detail: detail, source: source)
  }

  static let inFlight = ShopProblem(
    status: 409, code: "in_flight",
    detail: "A request with this Idempotency-Key is in progress. Send it again later.",
    headers: ["Retry-After": "1"], source: .header("Idempotency-Key"))

  /// `If-Match` does not contain the tag of the current representation.
  static let preconditionFailed = ShopProblem(
    status: 412, code: "precondition_failed",
    detail: "The resource has changed since the response with this ETag; nothing was changed. "
      + "Get it again.", source: .header("If-Match"))

  static func malformed(_ detail: String) -> ShopProblem {
    ShopProblem(status: 400, code: "malformed", detail: detail)
  }

  static func unauthorized(_ code: String, _ detail: String) -> ShopProblem {
    ShopProblem(
      status: 401, code: code, detail: detail, headers: ["WWW-Authenticate": "Bearer"])
  }

  static func forbidden(_ detail: String) -> ShopProblem {
    ShopProblem(status: 403, code: "forbidden", detail: detail)
  }

  static func notFound(_ detail: String) -> ShopProblem {
    ShopProblem(status: 404, code: "not_found", detail: detail)
  }

  /// `allowed` are the supported methods, as `Allow` lists them.
  static func notAllowed(_ method: String, allowed: String) -> ShopProblem {
    ShopProblem(
      status: 405, code: "method_not_allowed",
      detail: "\(method) is not allowed here; use \(allowed).", headers: ["Allow": allowed])
  }

  static func unknownMethod(_ method: String) -> ShopProblem {
    ShopProblem(
      status: 501, code: "unknown_method", detail: "Unknown method \(method.prefix(100)).")
  }

  static func unsupported(_ detail: String) -> ShopProblem {
    ShopProblem(status: 415, code: "unsupported_media_type", detail: detail)
  }

  static func invalid(_ detail: String, at source: Source? = nil) -> ShopProblem {
    ShopProblem(status: 422, code: "invalid", detail: detail, source: source)
  }

  static func invalid(parameter name: String, _ detail: String) -> ShopProblem {
    invalid(detail, at: .parameter(name))
  }

  static func invalid(field name: String, _ detail: String) -> ShopProblem {
    invalid(detail, at: .field(name))
  }
}
