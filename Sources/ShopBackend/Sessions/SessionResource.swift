import FoundationEssentials

/// A session as it is written on the wire, with the tokens where they are given away.
struct SessionResource: WireResource {
  static let type: StaticString = "sessions"
  static let isSingle = true
  static let path = "/v1/session"

  private let session: Session
  private let tokens: (access: Token, refresh: Token)?

  var id: String { Identifier.session.text(session.number) }
  var path: String { Self.path }

  init(_ session: Session) {
    self.session = session
    tokens = nil
  }

  init(_ grant: SessionStore.Grant) {
    session = grant.session
    tokens = (grant.access, grant.refresh)
  }

  func writeAttributes(into json: inout JSONWriter) {
    if let tokens {
      json.key("access_token")
      json.string(tokens.access.text)
      json.key("refresh_token")
      json.string(tokens.refresh.text)
      json.key("expires_in")
      json.integer(SessionStore.accessLife)
    }
    json.key("user")
    json.string(session.user)
    json.key("expires_at")
    json.string(Date(timeIntervalSince1970: Double(session.expiresAt)).formatted(.iso8601))
  }
}
