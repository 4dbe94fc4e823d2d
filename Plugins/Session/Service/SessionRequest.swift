import FoundationEssentials
import SeashellKit

/// Creates the requests about a session.
///
/// They have absolute URLs: if the user switches the environment meanwhile, the client refuses to
/// send the password or token to the new one.
enum SessionRequest {
  static func logIn(
    _ user: String, _ password: SessionSecret, at environment: APIEnvironment
  ) -> APIRequest {
    confidential(
      "session", ["user": .string(user), "password": .string(password.text)], with: password,
      at: environment)
  }

  static func refresh(_ token: SessionSecret, at environment: APIEnvironment) -> APIRequest {
    confidential(
      "session/refresh", ["refresh_token": .string(token.text)], with: token, at: environment)
  }

  static func show(at environment: APIEnvironment) -> APIRequest {
    var request = APIRequest(url: address("session", at: environment))
    // Without the token, the response would say nothing about the session.
    request.isConfidential = true
    return request
  }

  /// Asks, without credentials, whether the server has sessions.
  static func probe(at environment: APIEnvironment) -> APIRequest {
    var request = APIRequest(url: address("session", at: environment))
    request.authorizes = false
    // Its 401 says only that there are sessions.
    request.isBackground = true
    request.cachePolicy = .reload
    return request
  }

  static func logOut(at environment: APIEnvironment) -> APIRequest {
    var request = APIRequest(url: address("session", at: environment), method: .delete)
    request.announces = false
    return request
  }

  private static func confidential(
    _ path: String, _ body: JSONValue, with secret: SessionSecret, at environment: APIEnvironment
  ) -> APIRequest {
    var request = APIRequest(
      url: address(path, at: environment), method: .post, body: .json(body))
    request.announces = false
    request.authorizes = false
    request.isConfidential = true
    request.secrets = [secret.text]
    return request
  }

  private static func address(_ path: String, at environment: APIEnvironment) -> URL {
    let parts = [environment.version ?? "", path].filter { !$0.isEmpty }
    return environment.baseURL.appending(path: parts.joined(separator: "/"))
  }
}
