import SeashellKit

/// Presents the account as a record.
struct AccountView: RecordView {
  let columns = [Column("user"), Column("environment")]

  func row(_ account: Account) -> [CellValue] {
    [.text(account.user), .text(account.environment.name)]
  }
}
