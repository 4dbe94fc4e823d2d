import FoundationEssentials
import SeashellKit

/// Presents a session as a record and in notices.
enum SessionView {
  static let columns = ["api", "environment", "user", "scheme", "scopes", "expires_at"].map {
    Column($0)
  }

  static func row(_ status: SessionStatus) -> [CellValue] {
    // What the service calculates and what it reads back from a file differ in milliseconds.
    let end = status.expiresAt.map { $0.timeIntervalSince1970.rounded(.down) }
    return [
      .text(status.api), .text(status.environment), status.user.map(CellValue.text) ?? .null,
      status.scheme.map(CellValue.text) ?? .null, .null,
      end.map { .date(Date(timeIntervalSince1970: $0)) } ?? .null,
    ]
  }

  static func signedIn(_ session: Session) -> String {
    "signed in as \(session.user) on \(session.environment)"
  }

  static func renewed(_ session: Session) -> String {
    "\(signedIn(session)) until \(session.expiresAt.formatted(.iso8601))"
  }

  /// The notice that a user who signs out has writes in the queue.
  static func waiting(_ count: Int, of user: String) -> String {
    count == 1
      ? "1 write of \(user) stays in the queue until \(user) signs in again"
      : "\(count) writes of \(user) stay in the queue until \(user) signs in again"
  }
}
