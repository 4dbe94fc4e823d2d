import CoreSQLite

/// An error that keeps an account, or the whole shop, from being read or changed.
package struct ShopAccountError: Error, Equatable {
  /// The problem and its solution.
  package let message: String
}

extension Shop {
  /// Opens the database before the first request, and creates it if it is missing.
  package func open() throws(ShopAccountError) {
    try accountErrors { _ = try openedStorage() }
  }

  /// The account of a new shop; its name is also its first password.
  package static let firstUser = "demo"

  /// The maximum length of a password that crypt(3) accepts, in bytes.
  private static let longestPassword = 511

  /// Returns whether ``firstUser`` still has its first password, which is public.
  package func hasFirstPassword() throws(ShopAccountError) -> Bool {
    try accountErrors {
      let hash = try openedStorage().database.first(
        "SELECT password_hash FROM accounts WHERE name = ?", .text(Self.firstUser),
        row: { $0.text(0) })
      return hash.map { Password.matches(Self.firstUser, $0) } ?? false
    }
  }

  /// Changes an account's password, and ends its sessions.
  ///
  /// - Parameter password: 1 to 511 bytes without a NUL.
  package func setPassword(_ password: String, of user: String) throws(ShopAccountError) {
    guard (1...Self.longestPassword).contains(password.utf8.count), !password.utf8.contains(0)
    else {
      throw ShopAccountError(
        message: "A password must have 1 to \(Self.longestPassword) bytes without a NUL.")
    }
    try accountErrors {
      let database = try openedStorage().database
      let hash = try Password.hash(password)
      try database.transaction(.immediate) {
        guard
          let account = try database.first(
            "SELECT number FROM accounts WHERE name = ?", .text(user), row: { $0.integer(0) })
        else { throw ShopAccountError(message: "The shop has no account \(user.prefix(100)).") }
        try database.run(
          "UPDATE accounts SET password_hash = ? WHERE number = ?", .text(hash), .integer(account))
        try database.run("DELETE FROM sessions WHERE account = ?", .integer(account))
      }
    }
  }

  private func accountErrors<Result>(
    _ body: () throws -> Result
  ) throws(ShopAccountError) -> Result {
    do {
      return try body()
    } catch let error as ShopAccountError {
      throw error
    } catch {
      throw ShopAccountError(message: ShopProblem(error).detail)
    }
  }
}
