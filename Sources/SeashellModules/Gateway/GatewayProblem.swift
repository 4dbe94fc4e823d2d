import FoundationEssentials
import SeashellKit

struct GatewayProblem: Error {
  private let httpStatus: Int
  private let error: ShellError
  private var rule: String?
  private var headers: HTTPHeaders = [:]

  /// `rule` is the rule that would allow the request.
  init(
    _ httpStatus: Int, _ code: ShellError.Code, _ message: String, hint: String? = nil,
    rule: GatewayRule? = nil, headers: HTTPHeaders = [:]
  ) {
    self.httpStatus = httpStatus
    error = ShellError(code, message, hint: hint)
    self.rule = rule?.text
    self.headers = headers
  }

  init(_ error: any Error) {
    self.error = ShellError(error)
    httpStatus =
      switch self.error.code {
      case .unauthorized: 401
      case .forbidden: 403
      case .unavailable: 503
      // The client rejected the request before sending it.
      default: (error as? APIError)?.code == .invalid ? 400 : 502
      }
  }

  static func forbidden(_ message: String, rule: GatewayRule) -> GatewayProblem {
    GatewayProblem(
      403, .forbidden, message, hint: "add the module with --allow '\(rule.text)'", rule: rule)
  }

  var response: HTTPResponse {
    var fields: [CellValue.Field] = [
      .init("status", .integer(Int(error.status.rawValue))),
      .init("code", .text(error.code.rawValue)), .init("message", .text(error.message)),
    ]
    if let hint = error.hint { fields.append(.init("hint", .text(hint))) }
    if let rule { fields.append(.init("rule", .text(rule))) }
    if !error.problems.isEmpty {
      fields.append(.init("problems", .list(error.problems.map { CellValue($0) })))
    }
    let body = CellValue.record([.init("error", .record(fields))]).jsonBytes
    var headers = headers
    headers["Content-Type"] = "application/json"
    return HTTPResponse(status: httpStatus, headers: headers, body: HTTPBody(Data(body)))
  }
}
