import FoundationEssentials
import SeashellHosting
import SeashellKit
import WebMessages
import WebServer

struct APIForwarder: Sendable {
  /// The header fields of a module's request that are forwarded, besides those that describe its body.
  private static let sentNames = ["Accept", "If-Match", "If-None-Match"]

  let client: EnvironmentClient

  /// Sends a request with the host's client, if the module is allowed to.
  func response(
    to received: ReceivedRequest, at target: GatewayTarget, of access: ModuleAccess
  ) async throws(GatewayProblem) -> HTTPResponse {
    var request = try Self.request(for: received, at: target, of: access)
    for name in Self.sentNames { request.headers[name] = received.headers[name] }
    if let key = received.headers["Idempotency-Key"] { request.idempotencyKey = key }
    if let data = received.body?.data {
      request.body = .data(
        data, contentType: received.headers["Content-Type"] ?? "application/octet-stream")
    }
    do {
      let sent = request
      return try Self.response(
        try await RequestTargets.$bound.withValue(access.targets) {
          try await StatementAnswers.$current.withValue(access.answers) {
            try await WriteKeys.$current.withValue(access.keys) {
              try await sent.response(on: client)
            }
          }
        })
    } catch let problem as GatewayProblem {
      throw problem
    } catch is CancellationError {
      throw GatewayProblem(503, .interrupted, "the request was cancelled")
    } catch {
      throw GatewayProblem(error)
    }
  }

  private static func request(
    for received: ReceivedRequest, at target: GatewayTarget, of access: ModuleAccess
  ) throws(GatewayProblem) -> APIRequest {
    guard let method = HTTPMethod(rawValue: received.method) else {
      throw GatewayProblem(
        405, .usage, "unknown method '\(received.method.prefix(20))'",
        headers: ["Allow": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"])
    }
    let path = target.apiPath ?? ""
    let segments: [String]
    do throws(PathSegment.Refusal) {
      segments = try PathSegment.decode(path: path)
    } catch {
      throw GatewayProblem(400, .usage, error.reason)
    }
    guard access.allows(method, segments) else {
      let resource = segments.map(PathSegment.encode).joined(separator: "/").prefix(200)
      throw .forbidden(
        "the module '\(access.module)' may not \(method.rawValue) /\(resource)",
        rule: GatewayRule(for: method, segments))
    }
    guard let items = target.queryItems else {
      throw GatewayProblem(400, .usage, "the query has a broken escape")
    }
    var query = APIQuery()
    for item in items { query.appendAsWritten(item.name, item.value) }
    return APIRequest(
      path: Self.path(segments, of: path), method: method, query: query, announces: .ifCreated)
  }

  private static func path(_ segments: [String], of written: Substring) -> APIPath {
    guard written.hasSuffix("/"), !segments.isEmpty else { return APIPath(segments: segments) }
    return APIPath(parsing: segments.map(PathSegment.encode).joined(separator: "/") + "/")
  }

  private static func response(_ response: APIResponse) throws(GatewayProblem) -> HTTPResponse {
    let credentials = response.request.credentials
    guard let body = CredentialFilter.body(response.data, without: credentials) else {
      throw GatewayProblem(
        403, .forbidden, "the response to \(response.request) has a token, which no module gets")
    }
    var headers = CredentialFilter.headers(response.headers, without: credentials)
    // The server computes the length of each response except that of HEAD, which has no body.
    if response.request.method == .head {
      headers["Content-Length"] = response.headers["Content-Length"]
    }
    return HTTPResponse(status: response.statusCode, headers: headers, body: HTTPBody(body))
  }
}
