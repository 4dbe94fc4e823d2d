import SeashellKit

/// Turns the API's account into the module's own, and validates it.
enum AccountMapper {
  /// - Throws: ``AccountError`` `unreadable` if the account has no user.
  static func map(
    from dto: AccountDTO, in environment: EnvironmentID
  ) throws(AccountError) -> Account {
    guard !dto.user.isEmpty else { throw .unreadable("the account has no user") }
    return Account(user: dto.user, environment: environment)
  }
}
