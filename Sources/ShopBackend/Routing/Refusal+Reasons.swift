import WebMessages

extension Refusal {
  static let badAddress = Refusal(
    status: 400, code: "bad_address",
    detail: "The address holds an escape that is not percent-encoded UTF-8.")

  static let tooLarge = Refusal(
    status: 413, code: "too_large",
    detail: "The body is longer than \(Shop.maximumBody) bytes.")

  static let targetTooLong = Refusal(
    status: 414, code: "address_too_long",
    detail: "Path and query are longer than \(ShopRequest.maximumTarget) bytes.")

  static let notAcceptable = Refusal(
    status: 406, code: "not_acceptable",
    detail: """
      Accept asks for JSON:API with parameters that the shop does not know; it knows \
      \(MediaType.document) alone.
      """, source: .header("Accept"))

  static func unsupportedParameter(_ name: String) -> Refusal {
    Refusal(
      status: 400, code: "unsupported_parameter",
      detail: "A document cannot be asked for with \(name.prefix(100)) here.",
      source: .parameter(name))
  }

  static func tooManyAttempts(retryAfter seconds: Int) -> Refusal {
    Refusal(
      status: 429, code: "too_many_attempts",
      detail: "Too many wrong passwords for this user. Try again in \(seconds) s.",
      headers: ["Retry-After": String(seconds)])
  }

  /// So many passwords are being compared that another one would wait for long.
  static let tooManyLogins = Refusal(
    status: 503, code: "too_many_logins",
    detail: "Too many requests to sign in are waiting; nothing was changed. Try again.",
    headers: ["Retry-After": "1"])

  static func conflict(_ code: String, _ detail: String, at source: Source) -> Refusal {
    Refusal(status: 409, code: code, detail: detail, source: source)
  }

  static func malformed(_ detail: String) -> Refusal {
    Refusal(status: 400, code: "malformed", detail: detail)
  }

  static func unauthorized(_ code: String, _ detail: String) -> Refusal {
    Refusal(
      status: 401, code: code, detail: detail, headers: ["WWW-Authenticate": "Bearer"])
  }

  static func forbidden(_ detail: String) -> Refusal {
    Refusal(status: 403, code: "forbidden", detail: detail)
  }

  static func notFound(_ detail: String) -> Refusal {
    Refusal(status: 404, code: "not_found", detail: detail)
  }

  /// The method is one that the resource does not answer.
  static func notAllowed(_ method: String, at resource: Resource) -> Refusal {
    Refusal(
      status: 405, code: "method_not_allowed",
      detail: "\(method) is not possible here; \(resource.allow) would be.",
      headers: ["Allow": resource.allow])
  }

  /// The methods of RFC 9110, section 9, and PATCH and QUERY besides.
  static let knownMethods =
    ["OPTIONS", "TRACE", "CONNECT", "QUERY"] + HTTPMethod.allCases.map(\.rawValue)

  static let inFlight = Refusal(
    status: 409, code: "in_flight",
    detail: "The request with this Idempotency-Key is being carried out. Send it again later.",
    headers: ["Retry-After": "1"], source: .header("Idempotency-Key"))

  static func unimplemented(_ method: String) -> Refusal {
    Refusal(
      status: 501, code: "unknown_method",
      detail: "The shop knows no method \(method.prefix(100)).")
  }

  static func unsupported(_ detail: String) -> Refusal {
    Refusal(status: 415, code: "unsupported_media_type", detail: detail)
  }

  static func invalid(_ detail: String, at source: Source? = nil) -> Refusal {
    Refusal(status: 422, code: "invalid", detail: detail, source: source)
  }

  static func invalid(parameter name: String, _ detail: String) -> Refusal {
    invalid(detail, at: .parameter(name))
  }

  static func invalid(field name: String, _ detail: String) -> Refusal {
    invalid(detail, at: .field(name))
  }
}
