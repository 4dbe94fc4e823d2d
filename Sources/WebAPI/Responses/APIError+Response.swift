import FoundationEssentials
import WebMessages

extension APIError {
  init(response: APIResponse) {
    let status = response.statusCode
    var problem = ServerProblem(body: response.data, response.headers)
    if problem == nil, HTTPResponse.isRedirect(status), response.request.method.isWrite {
      problem = ServerProblem(
        detail: "the server redirects a write, but only redirects of reads are followed")
    }
    let isEcho = Self.isEcho(status, response.request)
    if isEcho {
      problem = ServerProblem(
        detail: "the response to an earlier try was lost, which may be why it is refused now")
    }
    let asked = status == 429 || status == 503 ? RetryAfter.duration(response.headers) : nil
    self.init(
      isEcho ? .unconnected : Self.code(of: status), status: status, problem, response.request,
      mayHaveBeenApplied: isEcho || response.request.method.isWrite && Self.isInDoubt(status),
      asked)
    if code == .unauthorized { remedy = response.request.remedy?.bounded(String.errorTextLength) }
    if code == .forbidden {
      remedy = Self.missingScopes(response.headers)
      // Some servers answer so to a request without credentials.
      if remedy == nil, !response.request.hasCredential {
        remedy = response.request.remedy?.bounded(String.errorTextLength)
      }
    }
  }

  /// Says which scopes the request needs, from the header of a 403 (RFC 6750, section 3.1), if it names them.
  private static func missingScopes(_ headers: HTTPHeaders) -> String? {
    guard let field = headers["WWW-Authenticate"], field.contains("insufficient_scope"),
      let start = field.firstRange(of: "scope=\"")?.upperBound
    else { return nil }
    let scopes = field[start...].prefix { $0 != "\"" }
    return "it needs the scope '\(scopes)'".bounded(String.errorTextLength)
  }

  init(problem: ServerProblem, in response: APIResponse) {
    let status = problem.status.flatMap { (300..<600).contains($0) ? $0 : nil }
    self.init(
      status.map(Self.code) ?? .unprocessable, status: status ?? response.statusCode, problem,
      response.request, mayHaveBeenApplied: false)
  }

  /// The error of a page that must be wrong, since the server counts more elements.
  init(page reason: String, of total: Int?, in response: APIResponse) {
    self.init(
      .unavailable, status: response.statusCode,
      detail: reason + (total.map { ", but the server counts \($0)" } ?? ""),
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
    timesSent = request.timesSent
  }

  /// Whether a request may have been carried out in spite of this status.
  ///
  /// After 507 it could not be stored (RFC 4918, section 11.5). A 503 should mean that it was not handled
  /// (RFC 9110, section 15.6.4), but it also comes from proxies whose server was too slow.
  static func isInDoubt(_ status: Int) -> Bool { status >= 500 && status != 507 }

  /// Whether the status may result from an earlier try whose response was lost: the resource has already
  /// changed, or is gone.
  private static func isEcho(_ status: Int, _ request: APIRequest) -> Bool {
    guard request.isInDoubt, request.method.isWrite else { return false }
    return status == 412 || request.method == .delete && (status == 404 || status == 410)
  }

  /// Whether the status says that neither this request nor an earlier try was carried out.
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
