import FoundationEssentials

extension APIError {
  /// The error that an answer's status stands for.
  init(response: APIResponse) {
    let problem = ServerProblem(body: response.data)
    self.init(
      Self.code(of: response.status), status: response.status, problem, response.request,
      mayHaveBeenApplied: response.request.method.isWrite && Self.isInDoubt(response.status))
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
      case .cut: code = .unconnected
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
      mayHaveBeenApplied: wasSent && request.method.isWrite)
  }

  /// The error of credentials that would go where they must not.
  init(untrusted origin: Origin) {
    let place = "\(origin.scheme)://\(origin.host)"
    self.init(
      .invalid,
      detail: "credentials go only to the client's own service, over https or to this machine,"
        + " and not to \(place)")
  }

  private init(
    _ code: Code, status: Int, _ problem: ServerProblem?, _ request: APIRequest,
    mayHaveBeenApplied: Bool
  ) {
    let fields = (problem?.fields ?? []).map { error -> FieldError in
      guard case .other(let text) = error.rule else { return error }
      return FieldError(
        request.redact(error.field).bounded(100), .other(request.redact(text).bounded(Self.bound)))
    }
    self.init(
      code, status: status, title: problem?.title.map(request.redact),
      detail: problem?.detail.map(request.redact), fields: fields, request: request.description,
      mayHaveBeenApplied: mayHaveBeenApplied)
  }

  /// Whether a server that answers so may have carried the request out.
  ///
  /// One that is unavailable did not handle it (503: RFC 9110, section 15.6.4), and one that is full
  /// could not store what handling it takes (507: RFC 4918, section 11.5).
  private static func isInDoubt(_ status: Int) -> Bool {
    status >= 500 && status != 503 && status != 507
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
