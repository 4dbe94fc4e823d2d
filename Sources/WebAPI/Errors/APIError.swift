/// Why a request did not end as its caller wanted.
///
/// Its texts are bounded and hold no credentials and no bodies. They may hold what the server said:
/// whoever prints them to a terminal escapes them.
public struct APIError: Error, Sendable, Equatable {
  /// The kinds of failure that callers tell apart.
  public enum Code: String, Sendable, Codable, CaseIterable {
    /// The service was not reached, or the connection was cut.
    case unconnected
    /// The service failed, has no such thing, or sent what cannot be understood.
    case unavailable
    /// The server refused the request as invalid.
    case unprocessable
    /// A session is needed, or it is over.
    case unauthorized
    /// The session does not allow it.
    case forbidden
    /// A bound was passed, such as that of an answer's size.
    case limit
    /// The request was not sent, because it is not valid.
    case invalid
  }

  /// The kind of failure.
  public let code: Code

  /// The answer's status; nil where there was no answer.
  public let status: Int?

  /// The server's short name for what happened.
  public let title: String?

  /// What happened, in the server's words or ours.
  public let detail: String?

  /// Every problem that the server named, in its order, with their codes; at most a hundred.
  public let problems: [APIProblem]

  /// What is wrong with single fields.
  public let fields: [FieldError]

  /// The request's method and path, such as `GET products/p-1`.
  public let request: String?

  /// Whether a write may have been carried out in spite of the error.
  public internal(set) var mayHaveBeenApplied: Bool

  /// How long the server asks to wait before the next try; nil where it asks for nothing.
  public let retryAfter: Duration?

  /// What to do, where whoever authorized the request knows; nil where nobody does.
  public internal(set) var remedy: String?

  /// Makes an error; texts that are too long are cut.
  public init(
    _ code: Code, status: Int? = nil, title: String? = nil, detail: String? = nil,
    problems: [APIProblem] = [], fields: [FieldError] = [], request: String? = nil,
    mayHaveBeenApplied: Bool = false,
    retryAfter: Duration? = nil
  ) {
    self.code = code
    self.status = status
    self.title = title?.bounded(String.errorTextLength)
    self.detail = detail?.bounded(String.errorTextLength)
    self.problems = problems
    self.fields = fields
    self.request = request?.bounded(String.errorTextLength)
    self.mayHaveBeenApplied = mayHaveBeenApplied
    self.retryAfter = retryAfter
  }

  /// Makes the error of a request that is not sent because fields in it are wrong.
  public init(invalid fields: [FieldError]) {
    self.init(.invalid, fields: fields)
  }

  /// Whether the server says that there is no such thing.
  public var isNotFound: Bool { status == 404 }
}
