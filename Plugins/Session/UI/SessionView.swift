import FoundationEssentials
import SeashellKit

/// Presents a session as a record and in notices.
enum SessionView {
  static let columns = [Column("user"), Column("environment"), Column("expires_at")]

  static func row(_ session: Session) -> [CellValue] {
    // What the service calculates and what it reads back from a file differ in milliseconds.
    let seconds = session.expiresAt.timeIntervalSince1970.rounded(.down)
    return [
      .text(session.user), .text(session.environment), .date(Date(timeIntervalSince1970: seconds)),
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
