import FoundationEssentials
import SeashellKit

/// Presents a session as a record and in notices.
enum SessionView {
  static let columns = [Column("user"), Column("environment"), Column("expires_at")]

  static func row(_ status: SessionStatus) -> [CellValue] {
    // What the service calculates and what it reads back from a file differ in milliseconds.
    let seconds = status.expiresAt.timeIntervalSince1970.rounded(.down)
    return [
      .text(status.user), .text(status.environment), .date(Date(timeIntervalSince1970: seconds)),
    ]
  }

  static func signedIn(_ status: SessionStatus) -> String {
    "signed in as \(status.user) on \(status.environment)"
  }

  static func renewed(_ status: SessionStatus) -> String {
    "\(signedIn(status)) until \(status.expiresAt.formatted(.iso8601))"
  }

  /// The notice that a user who signs out has writes in the queue.
  static func waiting(_ count: Int, of user: String) -> String {
    count == 1
      ? "1 write of \(user) stays in the queue until \(user) signs in again"
      : "\(count) writes of \(user) stay in the queue until \(user) signs in again"
  }
}
