import CoreSQLite
import WebMessages

/// A request that is not carried out: its status, and why.
struct Refusal: Error {
  let status: Int

  /// The reason in one word, for programs.
  let code: String

  /// The reason in one sentence, for people: what is wrong and what to do.
  let detail: String

  var headers: HTTPHeaders = [:]

  /// What in the request is wrong, where it is one thing.
  var source: Source?

  /// A place in a request, by JSON:API's names.
  enum Source {
    /// An item of the query.
    case parameter(String)
    /// A field of the body, wherever its encoding has it.
    case field(String)
    /// A member of a document beside its attributes.
    case member(String)
    /// A header field.
    case header(String)
  }

  /// The answer to a request with these headers: JSON:API's errors in either form, whose statuses are
  /// texts.
  func response(to request: HTTPHeaders) -> ShopResponse {
    let isDocument = MediaType(request["Content-Type"] ?? "").name == MediaType.document
    let format = Representation(ofErrorsFor: request)
    var response = ShopResponse(status: status, as: format) { json in
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
      write(source, ofDocument: isDocument, into: &json)
      json.closeObject()
      json.closeArray()
      json.closeObject()
    }
    for field in headers { response.headers.add(field.name, field.value) }
    // A 404 would otherwise be kept by any cache on the way (RFC 9111, section 4.2.2).
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  private func write(_ source: Source?, ofDocument isDocument: Bool, into json: inout JSONWriter) {
    guard let source else { return }
    json.key("source")
    json.openObject()
    switch source {
    case .parameter(let name):
      json.key("parameter")
      json.string(name)
    case .field(let name):
      json.key("pointer")
      json.string(isDocument ? "/data/attributes/\(name)" : "/\(name)")
    case .member(let pointer):
      json.key("pointer")
      json.string(pointer)
    case .header(let name):
      json.key("header")
      json.string(name)
    }
    json.closeObject()
  }

  static let titles = [
    400: "Bad request", 401: "Unauthorized", 403: "Forbidden", 404: "Not found",
    405: "Method not allowed", 406: "Not acceptable", 409: "Conflict", 413: "Content too large",
    414: "Address too long", 415: "Unsupported media type", 422: "Unprocessable content",
    429: "Too many requests", 500: "Internal error", 501: "Not implemented",
    503: "Service unavailable", 507: "Insufficient storage",
  ]
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
    case let failure as SQLiteError where failure.isReadOnly:
      self.init(
        status: 503, code: "database_read_only",
        detail: """
          The shop's database can be read but not written; nothing was changed. Check the \
          permissions of the file and its folder.
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
