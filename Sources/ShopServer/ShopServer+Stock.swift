import ShopBackend

extension ShopServer {
  /// Makes a server of the shop in a database.
  package convenience init(
    database path: String, _ settings: ShopServerSettings = ShopServerSettings(),
    log: (@Sendable (AccessRecord) -> Void)? = nil
  ) {
    self.init(Shop(database: path), settings, log: log)
  }

  /// Makes a database with many products, for measurements, on a thread of its own.
  ///
  /// Where the task is cancelled, that thread is waited for no longer: it ends before the next product,
  /// or with the index that it is at.
  ///
  /// - Parameters:
  ///   - path: the file, which is empty or not there yet.
  ///   - products: how many, the catalogue's first.
  package static func makeDatabase(at path: String, products: Int) async throws {
    try await DatabaseMaking().make(at: path, products: products)
  }

  /// Opens the database, and makes it where there is none.
  package func open() async throws(ShopServerError) {
    do {
      try await shop.open()
    } catch {
      throw ShopServerError(.system, error.message)
    }
  }

  /// Whether the account `demo` still has the password that every new shop gives it.
  package func hasFirstPassword() async throws(ShopServerError) -> Bool {
    do {
      return try await shop.hasFirstPassword()
    } catch {
      throw ShopServerError(.system, error.message)
    }
  }

  /// Sets an account's password, and ends its sessions.
  package func setPassword(
    _ password: String, of account: String
  ) async throws(ShopServerError) {
    do {
      try await shop.setPassword(password, of: account)
    } catch {
      throw ShopServerError(.system, error.message)
    }
  }
}
