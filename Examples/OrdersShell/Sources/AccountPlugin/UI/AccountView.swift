import SeashellKit

/// Presents the account as a record.
enum AccountView: RecordView {
  static let columns = [Column("user"), Column("environment")]

  static func row(_ account: Account) -> [CellValue] {
    [.text(account.user), .text(account.environment)]
  }
}
