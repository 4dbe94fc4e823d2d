import FoundationEssentials
import WebMessages

extension APIError {
  /// The error that an answer's status stands for.
  init(response: APIResponse) {
    let status = response.status
    var problem = ServerProblem(body: response.data, response.headers)
    if problem == nil, HTTPResponse.isRedirect(status), response.request.method.isWrite {
      problem = ServerProblem(detail: "the server redirects a write, and only reads are redirected")
    }
    let asked = status == 429 || status == 503 ? RetryAfter.duration(response.headers) : nil
    self.init(
      Self.code(of: status), status: status, problem, response.request,
      mayHaveBeenApplied: response.request.method.isWrite && Self.isInDoubt(status), asked)
    if code == .unauthorized { remedy = response.request.remedy?.bounded(String.errorTextLength) }
  }

  /// The error that an answer tells of in its body, though its status is 2xx.
  init(problem: ServerProblem, in response: APIResponse) {
    let status = problem.status.flatMap { (300..<600).contains($0) ? $0 : nil }
    self.init(
      status.map(Self.code) ?? .unprocessable, status: status ?? response.status, problem,
      response.request, mayHaveBeenApplied: false)
  }

  /// The error of a page that cannot be, since there are more elements.
  init(page fault: String, of total: Int, in response: APIResponse) {
    self.init(
      .unavailable, status: response.status, detail: "\(fault), but the server counts \(total)",
      request: response.request.description)
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
