import CoreSQLite

/// Why a shop, or an account of it, cannot be looked at or changed.
package struct ShopAccountError: Error, Equatable {
  /// What is wrong, in one sentence.
  package let message: String
}

extension Shop {
  /// Opens the database, and makes it where there is none, without waiting for a first request.
  package func open() throws(ShopAccountError) {
    try explaining { _ = try openedStorage() }
  }

  /// The account that every new shop has, with its name as its password.
  package static let firstUser = "demo"

  /// The longest password, in bytes; crypt(3) takes no longer one.
  private static let longestPassword = 511

  /// Whether ``firstUser`` still has the password that everyone knows.
  ///
  /// A shop that is not there yet is made, and has it.
  package func hasFirstPassword() throws(ShopAccountError) -> Bool {
    try explaining {
      let hash = try openedStorage().database.first(
        "SELECT password_hash FROM accounts WHERE name = ?", .text(Self.firstUser),
        row: { $0.text(0) })
      return hash.map { Password.matches(Self.firstUser, $0) } ?? false
    }
  }

  /// Gives an account another password, and ends its sessions.
  ///
  /// - Parameters:
  ///   - password: 1 to 511 bytes without a NUL.
  ///   - user: an account that is there.
  package func setPassword(_ password: String, of user: String) throws(ShopAccountError) {
    guard (1...Self.longestPassword).contains(password.utf8.count), !password.utf8.contains(0)
    else {
      throw ShopAccountError(
        message: "A password has 1 to \(Self.longestPassword) bytes, none of them a NUL.")
    }
    try explaining {
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

  private func explaining<Result>(
    _ body: () throws -> Result
  ) throws(ShopAccountError) -> Result {
    do {
      return try body()
    } catch let error as ShopAccountError {
      throw error
    } catch {
      throw ShopAccountError(message: Refusal(error).detail)
    }
  }
}
