package import SeashellKit

/// Transports that a closure makes.
package struct StubTransports: TransportProvider {
  private let make: @Sendable (APIEnvironment) -> any Transport

  package init(_ make: @escaping @Sendable (APIEnvironment) -> any Transport) {
    self.make = make
  }

  package func transport(of environment: APIEnvironment) -> (any Transport)? { make(environment) }
}

extension EnvironmentClient {
  /// Creates a client whose transports a closure makes.
  package convenience init(
    _ environment: APIEnvironment, events: EventBus?, retries: APIRetrySettings = .standard,
    stub: @escaping @Sendable (APIEnvironment) -> any Transport
  ) {
    var parts = ClientParts(events: events, transports: StubTransports(stub))
    parts.retries = retries
    self.init(environment, sharing: parts)
  }
}
