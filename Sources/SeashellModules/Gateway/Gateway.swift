import FoundationEssentials
import SeashellHosting
package import SeashellKit
import WebServer

/// Lets modules in other processes use the API and the event bus over HTTP on this machine.
///
/// Each lease has an address that cannot be guessed. The server runs while a lease is open.
@MainActor
package final class Gateway {
  private let context: ModuleContext
  private let leases = LeaseTable()
  private var server: (http: HTTPServer, authority: String)?
  /// The task that stops the last server.
  private(set) var stopping: Task<Void, Never>?

  /// Creates a gateway; it listens when a lease is opened.
  package init(_ context: ModuleContext) {
    self.context = context
  }

  /// Opens a lease for a starting module.
  ///
  /// Its requests go to the environment of the statement that starts it, even if the statement selects
  /// another one later: a job or a rule has its own environment.
  ///
  /// - Parameters:
  ///   - module: the module's name, with which the names of its events begin.
  ///   - rules: its rights.
  /// - Throws: `ShellError` if the gateway cannot listen.
  package func open(
    for module: String, allowing rules: [GatewayRule]
  ) async throws -> GatewayLease {
    let key = Self.key()
    let authority = try listen()
    let access = ModuleAccess(module, rules, targets: RequestTargets.bound?.copy())
    leases.add(key, access)
    return GatewayLease(
      address: "http://\(authority)/\(key)", isUsed: { access.hasRequests },
      begin: { (access.answers, access.keys) = ($0, $1) },
      close: { self.close(access) })
  }

  /// Starts the server if necessary, and returns its host and port.
  private func listen() throws(ShellError) -> String {
    if let server { return server.authority }
    var settings = HTTPServerSettings()
    settings.maximumConnections = 256
    let http = HTTPServer(settings, clock: context.clock)
    do throws(HTTPServerError) {
      let address = try http.start { [context, leases] address in
        GatewayHandler(
          authority: address.authority, leases: leases, api: APIForwarder(client: context.client),
          events: EventGate(
            api: context.client.environmentID.api, bus: context.bus, clock: context.clock)
        ).handle
      }
      server = (http, address.authority)
      return address.authority
    } catch {
      throw ShellError(.failed, "the gateway for modules cannot start: \(error.message)")
    }
  }

  private func close(_ access: ModuleAccess) {
    let (wasThere, isEmpty) = leases.remove(access)
    guard wasThere else { return }
    access.close()
    guard isEmpty, let http = server?.http else { return }
    server = nil
    stopping = Task { [earlier = stopping] in
      await earlier?.value
      await http.stop(within: .zero)
    }
  }

  /// Returns 32 random bytes from the system (getrandom) in base64url.
  private static func key() -> String {
    var system = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &system) }
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .filter { $0 != "=" }
  }
}

/// A running module's access to the shell, and the way to end it.
package struct GatewayLease {
  /// The address that the module gets in `SEASHELL_GATEWAY`: `http://127.0.0.1:PORT/KEY`.
  let address: String
  /// Returns whether a request or an event stream of the module is open.
  let isUsed: @Sendable () -> Bool
  /// Sets the answers of the statement that calls the module, and the keys for its writes.
  let begin: @Sendable (StatementAnswers?, WriteKeys?) -> Void
  /// Closes the lease: its requests and streams end, and its address becomes invalid.
  ///
  /// Calling it again does nothing.
  let close: @MainActor () -> Void

  init(
    address: String, isUsed: @escaping @Sendable () -> Bool = { false },
    begin: @escaping @Sendable (StatementAnswers?, WriteKeys?) -> Void = { _, _ in },
    close: @escaping @MainActor () -> Void
  ) {
    self.address = address
    self.isUsed = isUsed
    self.begin = begin
    self.close = close
  }
}
