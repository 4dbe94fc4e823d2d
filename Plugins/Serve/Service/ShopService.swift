import SeashellKit
import ShopServer

/// The shop that is served, and the log of what is asked of it.
struct ShopService {
  let log = AccessLog()
  private let server: ShopServer

  /// How long requests may still take after SIGTERM, and after Ctrl-C.
  private static let patience = (patient: Duration.seconds(10), hasty: Duration.milliseconds(500))

  init(database: String, _ settings: ShopServerSettings) {
    server = ShopServer(database: database, settings) { [log] record in log.add(record) }
  }

  /// Opens the shop, so that one that cannot be served is not.
  func open() async throws {
    do {
      try await server.open()
    } catch {
      throw Self.shellError(error)
    }
  }

  /// Sets the password of `demo`.
  func setPassword(_ password: String) async throws {
    do {
      try await server.setPassword(password, of: "demo")
    } catch {
      throw Self.shellError(error)
    }
  }

  /// Refuses where `demo` has the password that everybody knows.
  func checkPassword() async throws {
    do {
      guard try await server.hasFirstPassword() else { return }
    } catch {
      throw Self.shellError(error)
    }
    throw ShellError(
      .failed, "the account 'demo' still has its first password, which everybody knows",
      hint: "set another with --password-stdin, and the password on standard input")
  }

  /// Begins to serve.
  ///
  /// - Returns: the host and port.
  func start() throws -> String {
    do {
      return try server.start()
    } catch {
      throw Self.shellError(error)
    }
  }

  /// Ends the serving.
  ///
  /// - Parameter isPatient: whether there is time for what is under way.
  /// - Returns: how many requests were cut off.
  func stop(isPatient: Bool) async -> Int {
    let cut = await server.stop(within: isPatient ? Self.patience.patient : Self.patience.hasty)
    log.close()
    return cut
  }

  static func shellError(_ error: ShopServerError) -> ShellError {
    ShellError(error.code == .host ? .usage : .failed, error.message, hint: error.hint)
  }
}
