import FoundationEssentials
import SeashellKit

/// Presents a session as a record and in notices.
enum SessionView {
  static let columns = [Column("user"), Column("environment"), Column("expires_at")]

  static func row(_ status: SessionStatus) -> [CellValue] {
    [.text(status.user), .text(status.environment), .text(status.expiresAt.formatted(.iso8601))]
  }

  static func signedIn(_ status: SessionStatus) -> String {
    "signed in as \(status.user) on \(status.environment)"
  }

  static func renewed(_ status: SessionStatus) -> String {
    "\(signedIn(status)) until \(status.expiresAt.formatted(.iso8601))"
  }
}
