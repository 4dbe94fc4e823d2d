import FoundationEssentials
import SeashellKit
import Synchronization

/// A shop in memory.
///
/// Its products can be requested only with a session.
final class StubShop: Sendable {
  static let password = "pass-word-secret"

  private struct State {
    var issued = 0
    var access: Set<String> = []
    var refresh: Set<String> = []
    var answer: (@Sendable (HTTPRequest) async throws -> HTTPResponse?)?
  }

  private let state = Mutex(State())

  /// Count the requests refused with 401, the requests served, and the renewals.
  let (refused, served, renewed) = (Milestone(), Milestone(), Milestone())

  /// All secrets: the password and the tokens.
  var secrets: [String] {
    [Self.password]
      + (0...state.withLock(\.issued)).flatMap { ["access-secret-\($0)", "refresh-secret-\($0)"] }
  }

  /// Sets a closure that may answer requests instead of the shop; if it returns nil, the shop answers.
  func intercept(_ answer: (@Sendable (HTTPRequest) async throws -> HTTPResponse?)?) {
    state.withLock { $0.answer = answer }
  }

  /// Expires the access tokens; the refresh tokens stay valid.
  func expireAccess() {
    state.withLock { $0.access = [] }
  }

  func endSessions() {
    state.withLock { ($0.access, $0.refresh) = ([], []) }
  }

  func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let answer = state.withLock(\.answer), let response = try await answer(request) {
      return response
    }
    let path = request.url.path()
    switch (request.method, path.hasPrefix("/api/") ? String(path.dropFirst(4)) : path) {
    case (.post, "/v1/session"): return logIn(Self.fields(request))
    case (.post, "/v1/session/refresh"): return refresh(Self.fields(request))
    case (.get, "/v1/session"):
      return serve(request, #"{"user":"demo","expires_at":"2030-01-02T03:04:05Z"}"#)
    case (.delete, "/v1/session"):
      let response = serve(request, "")
      if response.status == 200 { endSessions() }
      return response
    default: return serve(request, "[]")
    }
  }

  static func json(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: HTTPBody(Data(text.utf8))
    )
  }

  /// The string fields of a request's JSON.
  static func fields(_ request: HTTPRequest) -> [String: String] {
    (try? JSONDecoder().decode([String: String].self, from: request.body?.data ?? Data())) ?? [:]
  }

  private func logIn(_ fields: [String: String]) -> HTTPResponse {
    fields == ["user": "demo", "password": Self.password]
      ? grant(201) : refuse("The user or the password is wrong.")
  }

  private func refresh(_ fields: [String: String]) -> HTTPResponse {
    let isGood = state.withLock { $0.refresh.remove(fields["refresh_token"] ?? "") != nil }
    guard isGood else { return refuse("The refresh token is not good.") }
    renewed.pass()
    return grant(200)
  }

  private func grant(_ status: Int) -> HTTPResponse {
    let number = state.withLock { state in
      state.issued += 1
      state.access = ["access-secret-\(state.issued)"]
      state.refresh = ["refresh-secret-\(state.issued)"]
      return state.issued
    }
    return Self.json(
      status,
      """
      {"access_token":"access-secret-\(number)","refresh_token":"refresh-secret-\(number)",\
      "expires_in":3600}
      """)
  }

  private func serve(_ request: HTTPRequest, _ text: String) -> HTTPResponse {
    let token = request.headers["Authorization"]?.split(separator: " ").last.map(String.init)
    guard state.withLock({ $0.access.contains(token ?? "") }) else {
      return refuse("This needs a session.")
    }
    served.pass()
    return Self.json(200, text)
  }

  private func refuse(_ detail: String) -> HTTPResponse {
    refused.pass()
    return Self.json(401, #"{"errors":[{"status":"401","title":"no","detail":"\#(detail)"}]}"#)
  }
}
