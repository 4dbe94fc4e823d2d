import CoreJSON
import CoreSecrets
import FoundationEssentials
import WebMessages

extension APIError {
  init(response: APIResponse) {
    let (status, request) = (response.statusCode, response.request)
    var reason = Reason(
      body: response.data, response.headers, answered: status, redact: request.redact)
    if HTTPResponse.isRedirect(status), request.method.isWrite {
      reason = Reason(
        detail: "the server redirects a write, but only redirects of reads are followed")
    }
    if status == 401, reason == nil {
      reason = Self.parameter("error_description", in: response).map { Reason(detail: $0) }
    }
    if reason == nil, status == 400 || (402..<500).contains(status),
      ![403, 404, 429].contains(status)
    {
      reason = Reason(detail: "no reason was given")
    }
    let isEcho = Self.isEcho(status, request)
    if isEcho {
      reason = Reason(
        detail: "the response to an earlier try was lost, which may be why it is refused now")
    }
    let isLimit = response.isLimited || status == 403 && reason?.isLimit == true
    self.init(
      isEcho ? .unconnected : isLimit ? .unprocessable : Self.code(of: status), status: status,
      reason, request,
      mayHaveBeenApplied: isEcho
        || request.method.isWrite && Self.isInDoubt(status, response.headers))
    retryAfter = isLimit || status == 503 ? response.requestedWait : nil
    body = response.shownBody
    remedy = Self.remedy(for: response, code)?.bounded(String.errorTextLength)
  }

  /// What the user can do, as far as the answer says more than its status.
  private static func remedy(for response: APIResponse, _ code: Code) -> String? {
    let headers = response.headers
    switch response.statusCode {
    case 401: return response.request.remedy
    case 403 where code == .forbidden:
      if let scopes = missingScopes(response) { return scopes }
      // Some servers answer so to a request without credentials.
      return response.request.hasCredential ? nil : response.request.remedy
    case 404:
      let type = headers["Content-Type"]?.lowercased()
      return type.map(Markup.isHTML) ?? false ? "check the address" : nil
    case 405: return headers["Allow"].map { "it takes \($0)" }
    case 406:
      let offered = response.types(namedIn: ["Accept"], except: response.asked)
      guard let first = offered.first else { return nil }
      let hint = "ask for another type: --header 'Accept: \(first)'"
      return offered.count > 1 ? "it offers \(offered.joined(separator: ", ")): \(hint)" : hint
    case 415:
      let sent = MediaType.name(response.request.body?.contentType)
      let taken = response.types(
        namedIn: ["Accept-Patch", "Accept-Post", "Accept"], except: [sent])
      return taken.isEmpty ? nil : "it takes \(taken.joined(separator: ", ")): \(typeHint)"
    case 428: return headers["ETag"].map { "give its version: --header 'If-Match: \($0)'" }
    case let status where HTTPResponse.isRedirect(status) && response.request.method.isWrite:
      guard let target = headers["Location"], let url = response.request.url,
        let address = URL(string: target, relativeTo: url)?.absoluteURL
      else { return nil }
      let shown = TraceText.address(address, hiding: response.request.secretParameters)
      return "send it to \(shown)"
    default: return nil
    }
  }

  static let typeHint =
    "send another type with --content-type, or with 'api' by --header Content-Type:TYPE"

  /// Says which scopes the request needs, from the header of a 403 (RFC 6750, section 3.1), if it names them.
  private static func missingScopes(_ response: APIResponse) -> String? {
    guard response.headers["WWW-Authenticate"]?.contains("insufficient_scope") == true else {
      return nil
    }
    return parameter("scope", in: response).map { "it needs the scope '\($0)'" }
  }

  /// A quoted parameter of `WWW-Authenticate`.
  private static func parameter(_ name: String, in response: APIResponse) -> String? {
    guard let field = response.headers["WWW-Authenticate"],
      let start = field.firstRange(of: name + "=\"")?.upperBound
    else { return nil }
    let value = field[start...].prefix { $0 != "\"" }
    return value.isEmpty ? nil : String(value)
  }

  init(problem: Reason, in response: APIResponse) {
    let status = problem.status.flatMap { (300..<600).contains($0) ? $0 : nil }
    self.init(
      status.map(Self.code) ?? .unprocessable, status: status ?? response.statusCode, problem,
      response.request, mayHaveBeenApplied: false)
  }

  private init(
    _ code: Code, status: Int, _ problem: Reason?, _ request: APIRequest,
    mayHaveBeenApplied: Bool
  ) {
    let problems = (problem?.problems ?? []).map { $0.map(request.redact) }
    self.init(
      code, status: status, title: problems.first?.title, detail: problems.first?.detail,
      problems: problems, fields: problems.compactMap(FieldError.init),
      request: request.description,
      mayHaveBeenApplied: mayHaveBeenApplied || request.isInDoubt && !Self.isVerdict(status))
    timesSent = request.timesSent
  }

  /// Whether a request may have been carried out in spite of this status.
  ///
  /// After 507 it could not be stored (RFC 4918, section 11.5). A 503 should mean that it was not handled
  /// (RFC 9110, section 15.6.4), but it also comes from proxies whose server was too slow, unless it says when to come
  /// back.
  static func isInDoubt(_ status: Int, _ headers: HTTPHeaders) -> Bool {
    status >= 500 && status != 507 && !isRefused(status, headers)
  }

  /// Whether a server that is too busy has refused a request, and says when it may be sent again.
  static func isRefused(_ status: Int, _ headers: HTTPHeaders) -> Bool {
    (status == 429 || status == 503) && headers["Retry-After"] != nil
  }

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
    case 400, 402, 405..<500: .unprocessable
    default: .unavailable
    }
  }
}

extension APIResponse {
  /// Whether a rate limit is used up.
  var isLimited: Bool {
    statusCode == 429
      || statusCode == 403
        && (headers["Retry-After"] != nil
          || headers.contains { name, value in
            name.plainName.hasSuffix("ratelimitremaining") && value == "0"
          })
  }

  /// The body as text, without what may be secret in it; nil if it is empty, or no text.
  ///
  /// It is cut at 64 KiB.
  var shownBody: String? {
    guard !data.isEmpty else { return nil }
    let text = AnswerText.decoded(data.prefix(1 << 16), headers["Content-Type"])
    return text.map { request.redact(CredentialText.masked($0)) }
  }

  /// How long the server asks to wait, in a header field or in `retry_after` of the body.
  package var requestedWait: Duration? {
    if let wait = RetryAfter.duration(headers, isLimited: isLimited) { return wait }
    guard statusCode == 429, data.count <= 1 << 16, let body = JSONValue(body: data) else {
      return nil
    }
    for place in [body, body["parameters"], body["error"]] {
      switch place?["retry_after"] {
      case .integer(let seconds): return RetryAfter.duration(String(seconds))
      case .number(let seconds): return RetryAfter.duration(seconds.text)
      case .string(let text): return RetryAfter.duration(text)
      default: break
      }
    }
    return nil
  }
}

extension Reason {
  /// Whether a text speaks of a rate limit.
  fileprivate var isLimit: Bool {
    problems.contains { "\($0.title ?? "") \($0.detail ?? "")".lowercased().contains("rate limit") }
  }
}
