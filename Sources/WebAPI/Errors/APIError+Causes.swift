import FoundationEssentials
import WebMessages

extension APIError {
  /// The error that an answer's status stands for.
  init(response: APIResponse) {
    let status = response.status
    var problem = ServerProblem(body: response.data, response.headers)
    if problem == nil, Redirection.isOne(status), response.request.method.isWrite {
      problem = ServerProblem(detail: "the server redirects a write, and only reads are redirected")
    }
    let asked = status == 429 || status == 503 ? RetryAfter.duration(response.headers) : nil
    self.init(
      Self.code(of: status), status: status, problem, response.request,
      mayHaveBeenApplied: response.request.method.isWrite && Self.isInDoubt(status), asked)
    if code == .unauthorized { remedy = response.request.remedy?.bounded(Self.bound) }
  }

  /// The error that an answer tells of in its body, though its status is 2xx.
  init(problem: ServerProblem, in response: APIResponse) {
    let status = problem.status.flatMap { (300..<600).contains($0) ? $0 : nil }
    self.init(
      status.map(Self.code) ?? .unprocessable, status: status ?? response.status, problem,
      response.request, mayHaveBeenApplied: false)
  }

  /// The error of an exchange that brought no whole answer.
  ///
  /// - Parameter status: the answer's status, where its head had come.
  init(transport error: any Error, of request: APIRequest, status: Int?) {
    let code: Code
    let detail: String
    var wasSent = true
    switch error {
    case let error as TransportError:
      detail = error.reason
      switch error.code {
      case .unconnected:
        code = .unconnected
        wasSent = status != nil
      case .cut, .late: code = .unconnected
      case .limit: code = .limit
      case .unintelligible: code = .unavailable
      }
    case let error as HTTPBodyTooLarge:
      code = .limit
      detail = "the answer has more than \(error.maximum) bytes"
    default:
      code = .unavailable
      detail = "the exchange failed with \(type(of: error))"
    }
    self.init(
      code, status: status, detail: request.redact(detail), request: request.description,
      mayHaveBeenApplied: wasSent && request.method.isWrite || request.isInDoubt)
  }

  /// The error of a redirect that is not followed.
  init(redirecting reason: String, _ code: Code, _ arrival: ResponseHead) {
    self.init(
      code, status: arrival.response.status, detail: reason,
      request: arrival.request.description)
  }

  /// The error of a page that cannot be, since there are more elements.
  init(page fault: String, of total: Int, in response: APIResponse) {
    self.init(
      .unavailable, status: response.status, detail: "\(fault), but the server counts \(total)",
      request: response.request.description)
  }

  /// The error of a list whose next page is not where the others are.
  init(leaving home: Origin, for origin: Origin, _ request: APIRequest) {
    self.init(
      .unavailable,
      detail: "the next page is at \(origin), and pages do not leave \(home)",
      request: request.description)
  }

  /// The error of a request that is not sent because others before it have failed.
  ///
  /// - Parameter pause: when one is worth trying again; nil where another one tries just now.
  init(away pause: Duration?, _ request: APIRequest) {
    let when =
      pause.map { "may be asked again in \($0.wholeSeconds)" } ?? "it is being tried just now"
    self.init(
      .unconnected, detail: "it did not answer lately, and \(when)", request: request.description,
      mayHaveBeenApplied: request.isInDoubt)
  }

  /// The same error of a write that may have been carried out.
  var inDoubt: APIError {
    var error = self
    error.mayHaveBeenApplied = true
    return error
  }

  /// The error of credentials that would go where they must not.
  init(untrusted origin: Origin) {
    self.init(
      .invalid,
      detail: "credentials go only to the client's own service, over https or to this machine,"
        + " and not to \(origin.scheme)://\(origin.host)")
  }

  private init(
    _ code: Code, status: Int, _ problem: ServerProblem?, _ request: APIRequest,
    mayHaveBeenApplied: Bool, _ retryAfter: Duration? = nil
  ) {
    let problems = (problem?.problems ?? []).map { $0.map(request.redact) }
    self.init(
      code, status: status, title: problems.first?.title, detail: problems.first?.detail,
      problems: problems, fields: problems.compactMap(FieldError.init),
      request: request.description,
      mayHaveBeenApplied: mayHaveBeenApplied || request.isInDoubt && !Self.isVerdict(status),
      retryAfter: retryAfter)
  }

  /// Whether a server that answers so may have carried the request out.
  ///
  /// One that is unavailable did not handle it (503: RFC 9110, section 15.6.4), and one that is full
  /// could not store what handling it takes (507: RFC 4918, section 11.5).
  static func isInDoubt(_ status: Int) -> Bool {
    status >= 500 && status != 503 && status != 507
  }

  /// Whether a server that answers so has looked at the request and did not carry it out, nor did it
  /// when the same request came before.
  private static func isVerdict(_ status: Int) -> Bool {
    [400, 404, 413, 415, 422].contains(status)
  }

  private static func code(of status: Int) -> Code {
    switch status {
    case 401: .unauthorized
    case 403: .forbidden
    case 400, 405..<500: .unprocessable
    default: .unavailable
    }
  }
}
