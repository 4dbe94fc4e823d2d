public import WebMessages

/// Makes the transports of environments, for a way to a service that the program itself does not know, such as a
/// socket of this machine.
///
/// A program gives them to its shell: `ShellApp(…) { … }.with(transports: [DockerSocket()])`. For each environment the
/// first that has a transport is used, and the program's own if none has.
public protocol TransportProvider: Sendable {
  /// Returns the transport for the requests to an environment, or nil to leave them to others.
  ///
  /// It is called for each request, from any thread, so it returns what it has made before.
  func transport(of environment: APIEnvironment) -> (any Transport)?
}

/// Rejects every request.
package struct BlockedTransport: Transport, TransportProvider {
  package let crossesNetwork: Bool
  private let reason: String

  package init(crossesNetwork: Bool = false, _ reason: String) {
    (self.crossesNetwork, self.reason) = (crossesNetwork, reason)
  }

  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw TransportError(.unconnected, reason: reason, isLasting: true)
  }

  package func transport(of environment: APIEnvironment) -> (any Transport)? { self }
}
