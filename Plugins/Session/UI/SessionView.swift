import FoundationEssentials
import SeashellKit

/// The authorization of an environment; without a session, only the environment is known.
struct SessionStatus {
  let api: String
  let environment: String
  let session: Session?

  init(api: String, _ environment: String, _ session: Session?) {
    (self.api, self.environment, self.session) = (api, environment, session)
  }
}

enum SessionView {
  static let columns = ["api", "environment", "user", "scheme", "scopes", "expires_at"].map {
    Column($0)
  }

  static func row(_ status: SessionStatus) -> [CellValue] {
    let session = status.session
    // Rounded to seconds, since a time calculated by the service and the same time read from a file differ
    // in milliseconds.
    let end = session?.expiresAt.map { $0.timeIntervalSince1970.rounded(.down) }
    return [
      .text(status.api), .text(status.environment), session?.user.map(CellValue.text) ?? .null,
      (session?.scheme).map(CellValue.text) ?? .null,
      (session?.scopes).map { .text($0.joined(separator: " ")) } ?? .null,
      end.map { .date(Date(timeIntervalSince1970: $0)) } ?? .null,
    ]
  }

  /// The notice after signing in, with the user, the scheme, the scopes and the end of the session.
  static func signedIn(_ session: Session) -> String {
    var text = who(session)
    if let scopes = session.scopes, !scopes.isEmpty {
      text += ", for \(scopes.joined(separator: " "))"
    }
    if session.scheme != "session", let end = session.expiresAt {
      text += ", until \(end.formatted(.iso8601))"
    }
    return text
  }

  private static func who(_ session: Session) -> String {
    let user = session.user.map { " as \($0)" } ?? ""
    // The shop's own API has only this scheme.
    guard session.scheme != "session" else { return "signed in\(user) on \(session.environment)" }
    return "signed in to \(session.environment)\(user) with \(session.scheme)"
  }

  static func renewed(_ session: Session) -> String {
    let end = session.expiresAt.map { " until \($0.formatted(.iso8601))" } ?? ""
    return "\(who(session))\(end)"
  }

  /// - Parameter staysValid: whether tokens stay valid until they expire.
  static func signedOut(_ staysValid: Bool) -> String {
    staysValid
      ? "signed out here; the tokens stay valid until they expire, since the server does not say how to"
        + " revoke them" : "signed out"
  }

  /// The notice that a user who signs out has queued writes.
  static func waiting(_ count: Int, of user: String) -> String {
    count == 1
      ? "1 write of \(user) stays in the queue until \(user) signs in again"
      : "\(count) writes of \(user) stay in the queue until \(user) signs in again"
  }
}
