import SeashellKit
import ShopBackend
import WebServer

/// Serves the shop with an access log, and reports errors as `ShellError`s.
struct ShopService {
  let log = AccessLog()
  private let shop: Shop
  private let server: ShopServer

  init(database: String, _ settings: ShopServerSettings) {
    shop = Shop(database: database)
    server = ShopServer(shop, settings) { [log] record in log.add(record) }
  }

  /// Returns whether a host can be reached from this machine only.
  static func isLoopback(_ host: String) async throws -> Bool {
    do {
      return try await offMain { try HTTPServer.isLoopback(host) }
    } catch let error as HTTPServerError {
      throw shellError(error)
    }
  }

  /// Opens the shop, so that errors appear before it is served.
  func open() async throws {
    do {
      try await shop.open()
    } catch {
      throw Self.shellError(error)
    }
  }

  func setPassword(_ password: String) async throws {
    do {
      try await shop.setPassword(password, of: Shop.firstUser)
    } catch {
      throw Self.shellError(error)
    }
  }

  /// Throws if `demo` still has its first password, which is public.
  func checkPassword() async throws {
    do {
      guard try await shop.hasFirstPassword() else { return }
    } catch {
      throw Self.shellError(error)
    }
    throw ShellError(
      .failed, "the account 'demo' still has its first password, which everyone knows",
      hint: "pass --password-stdin, and a new password on standard input")
  }

  func start() async throws -> String {
    do {
      return try await offMain { try server.start().authority }
    } catch let error as HTTPServerError {
      throw Self.shellError(error)
    }
  }

  /// Stops the server and closes the log.
  ///
  /// Returns the number of requests cut off at the time limit.
  func stop(within bound: Duration) async -> Int {
    let cut = await server.stop(within: bound)
    log.close()
    return cut
  }

  private static func shellError(_ error: HTTPServerError) -> ShellError {
    ShellError(error.code == .host ? .usage : .failed, error.message, hint: error.hint)
  }

  private static func shellError(_ error: ShopAccountError) -> ShellError {
    ShellError(.failed, error.message)
  }
}
