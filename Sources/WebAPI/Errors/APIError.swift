/// Why a request failed.
///
/// The texts have a maximum length, and contain neither credentials nor bodies. They may quote the server:
/// escape them before printing them to a terminal.
public struct APIError: Error, Sendable, Equatable {
  /// The kinds of error.
  public enum Code: String, Sendable, Codable, CaseIterable {
    /// The service was not reached, or the connection was cut.
    case unconnected
    /// The service failed, found nothing, or sent an unexpected response.
    case unavailable
    /// The server rejected the request as invalid.
    case unprocessable
    /// The request needs a session, or the session has expired.
    case unauthorized
    /// The session does not allow the request.
    case forbidden
    /// A limit was exceeded, such as that on a response's size.
    case limit
    /// The request is not valid, and was not sent.
    case invalid
  }

  /// The kind of error.
  public let code: Code

  /// The response's status, if there was a response.
  public let status: Int?

  /// The server's short title for the error.
  public let title: String?

  /// What happened, in the server's words or ours.
  public let detail: String?

  /// The problems that the server reported, in its order; at most a hundred.
  public let problems: [APIProblem]

  /// The errors of single fields.
  public let fields: [FieldError]

  /// The request's method and path, such as `GET products/p-1`.
  public let request: String?

  /// Whether the server may have carried out the write in spite of the error.
  public internal(set) var mayHaveBeenApplied: Bool

  /// How often the request was sent, so that the server may have received it; 0 if unknown.
  public package(set) var timesSent = 0

  /// How long the server asks the client to wait before the next try, if it says so.
  public var retryAfter: Duration?

  /// What the user can do after a 401, from the request's ``APIRequest/remedy``, or if the request did not
  /// reach the service; nil for the usual advice.
  public package(set) var remedy: String?

  /// How an unreadable response differs from what the client expects; nil for a readable one.
  public internal(set) var mismatch: Mismatch?

  /// The body of the refused request's answer, without what may be secret in it; nil if it was no text.
  ///
  /// A longer one is cut at 64 KiB.
  package internal(set) var body: String?

  /// A difference between a response and what the client expects.
  public enum Mismatch: Sendable, Equatable {
    /// It is not JSON.
    case notJSON
    /// The response has this format instead of the client's.
    case format(ServiceFormat)
    /// The response spells its field names this way instead of the client's.
    case keys(ServiceKeys)
    /// A field is missing, or has another type.
    case field
    /// The pages of a list do not follow each other as the client expects.
    case pages
  }

  /// Creates an error; long texts are cut.
  public init(
    _ code: Code, status: Int? = nil, title: String? = nil, detail: String? = nil,
    problems: [APIProblem] = [], fields: [FieldError] = [], request: String? = nil,
    mayHaveBeenApplied: Bool = false
  ) {
    self.code = code
    self.status = status
    self.title = title?.bounded(String.errorTextLength)
    self.detail = detail?.bounded(String.errorTextLength)
    self.problems = problems
    self.fields = fields
    self.request = request?.bounded(String.errorTextLength)
    self.mayHaveBeenApplied = mayHaveBeenApplied
  }

  /// Creates the error of a request that was not sent because of invalid fields.
  public init(invalid fields: [FieldError]) {
    self.init(.invalid, fields: fields)
  }

  /// Whether the status is 404.
  public var isNotFound: Bool { status == 404 }
}

extension String {
  /// The maximum length of an error's title, detail or field text, in characters.
  static let errorTextLength = 500

  /// Returns the text in one line; a longer one is cut, with `…`, at a number of characters.
  func bounded(_ maximum: Int) -> String {
    // Bytes first: one character may have any number of them.
    let start =
      utf8.count > maximum * 8 ? String(decoding: utf8.prefix(maximum * 8), as: UTF8.self) : self
    var line = String(start.map { $0.isNewline ? " " : $0 })
    // Control characters from the server must not reach errors and logs.
    if line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      let scalars = line.unicodeScalars.map {
        $0.properties.generalCategory == .control ? " " : $0
      }
      line = String(String.UnicodeScalarView(scalars))
    }
    guard line.count > maximum || start.utf8.count < utf8.count else { return line }
    return line.prefix(maximum - 1) + "…"
  }
}
