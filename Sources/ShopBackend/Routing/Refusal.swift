import SQLite
import WebAPI

/// A request that is not carried out: its status, and why.
struct Refusal: Error {
  let status: Int

  /// The reason in one word, for programs.
  let code: String

  /// The reason in one sentence, for people: what is wrong and what to do.
  let detail: String

  var headers: HTTPHeaders = [:]

  /// The body of JSON:API's errors, whose statuses are texts.
  var response: ShopResponse {
    var response = ShopResponse(status: status) { json in
      json.openObject()
      json.key("errors")
      json.openArray()
      json.openObject()
      json.key("status")
      json.string(String(status))
      json.key("code")
      json.string(code)
      json.key("title")
      json.string(Self.titles[status] ?? "Error")
      json.key("detail")
      json.string(detail)
      json.closeObject()
      json.closeArray()
      json.closeObject()
    }
    for field in headers { response.headers.add(field.name, field.value) }
    return response
  }

  private static let titles = [
    400: "Bad request", 401: "Unauthorized", 403: "Forbidden", 404: "Not found",
    405: "Method not allowed", 413: "Content too large", 415: "Unsupported media type",
    422: "Unprocessable content", 500: "Internal error", 503: "Service unavailable",
    507: "Insufficient storage",
  ]
}

extension Refusal {
  static let badAddress = Refusal(
    status: 400, code: "bad_address",
    detail: "The address holds an escape that is not percent-encoded UTF-8.")

  static let tooLarge = Refusal(
    status: 413, code: "too_large",
    detail: "The body is longer than \(Shop.maximumBody) bytes.")

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

  static func notAllowed(_ method: HTTPMethod, allowed: [HTTPMethod]) -> Refusal {
    let list = allowed.map(\.rawValue).joined(separator: ", ")
    return Refusal(
      status: 405, code: "method_not_allowed",
      detail: "\(method.rawValue) is not possible here; \(list) would be.",
      headers: ["Allow": list])
  }

  static func unsupported(_ detail: String) -> Refusal {
    Refusal(status: 415, code: "unsupported_media_type", detail: detail)
  }

  static func invalid(_ detail: String) -> Refusal {
    Refusal(status: 422, code: "invalid", detail: detail)
  }
}

extension Refusal {
  /// Turns whatever stopped a request into what may be said about it.
  init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let failure as ShopStorageError:
      self.init(status: 503, code: "database_unavailable", detail: failure.message)
    case let failure as SQLiteError where failure.isBusy:
      self.init(
        status: 503, code: "database_busy",
        detail: "Another process is writing to the shop's database; nothing was changed. Try again."
      )
    case let failure as SQLiteError where failure.isMoved:
      self.init(
        status: 503, code: "database_moved",
        detail: """
          The shop's database was moved, deleted or replaced meanwhile; nothing was changed. Try \
          again.
          """)
    case let failure as SQLiteError where failure.isFull:
      self.init(
        status: 507, code: "database_full",
        detail: "There is no room left for the shop's database; nothing was changed.")
    case let failure as SQLiteError:
      self.init(
        status: 500, code: "database_failed",
        detail: "The shop's database failed (\(failure.extendedCode): \(failure.message)).")
    default:
      self.init(status: 500, code: "failed", detail: "The shop failed to answer.")
    }
  }
}
