import Foundation
import Testing

/// A scheme of the application `schemes`, with a user's credentials for it.
struct SignInScheme: Sendable, CustomTestStringConvertible {
  let id: String
  /// The user, or the id of the client; nil for a key or a token.
  var user: String?
  let secret: String
  /// An operation that requires the scheme and nothing else.
  let operation: String
  /// The grant that requests a token; nil if the secret itself is sent.
  var grant: String?
  /// Returns whether a request has the credential.
  let isSent: @Sendable (WebApplication.Request) -> Bool

  var testDescription: String { id }

  static let all = keys + [basic, bearer, password, client, absolute, openID]
  static let keys = [header, query, cookie]
  /// The schemes whose credentials are tokens issued by the server.
  static let issued = all.filter { $0.grant != nil }
  /// The schemes whose secret is sent with each request.
  static let sent = all.filter { $0.grant == nil }

  static let header = SignInScheme(
    id: "HeaderKey", secret: "key-of-header", operation: "readHeader"
  ) { $0.headers["x-api-key"] == "key-of-header" }
  static let query = SignInScheme(
    id: "QueryKey", secret: "key-of-query", operation: "readQuery"
  ) { $0.query.split(separator: "&").contains("api_key=key-of-query") }
  static let cookie = SignInScheme(
    id: "CookieKey", secret: "key-of-cookie", operation: "readCookie"
  ) { $0.headers["cookie"] == "key=key-of-cookie" }
  static let basic = SignInScheme(
    id: "BasicAuth", user: "ann", secret: "password-of-ann", operation: "readBasic"
  ) { $0.headers["authorization"] == "Basic YW5uOnBhc3N3b3JkLW9mLWFubg==" }
  static let bearer = SignInScheme(
    id: "BearerAuth", secret: "token-of-bearer", operation: "readBearer"
  ) { $0.headers["authorization"] == "Bearer token-of-bearer" }
  static let password = SignInScheme(
    id: "Password", user: "ann", secret: "password-of-ann", operation: "listNotes",
    grant: "password", isSent: sendsToken)
  static let client = SignInScheme(
    id: "Client", user: "job", secret: "secret-of-job", operation: "listJobs",
    grant: "client_credentials", isSent: sendsToken)
  static let absolute = SignInScheme(
    id: "ClientAbsolute", user: "job", secret: "secret-of-job", operation: "readAbsolute",
    grant: "client_credentials", isSent: sendsToken)
  static let openID = SignInScheme(
    id: "OpenID", user: "job", secret: "secret-of-job", operation: "readOpenID",
    grant: "client_credentials", isSent: sendsToken)

  /// Returns whether a request has an issued token.
  @Sendable private static func sendsToken(_ request: WebApplication.Request) -> Bool {
    request.headers["authorization"]?.hasPrefix("Bearer access-") == true
  }
}

extension WebApplication.Request {
  /// The places of a credential that are used in the request.
  var credentials: [String] {
    ["authorization", "x-api-key", "cookie"].filter { headers[$0] != nil }
      + (query.contains("api_key") ? ["api_key"] : [])
  }
}
