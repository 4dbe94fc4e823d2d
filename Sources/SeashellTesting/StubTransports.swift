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
    _ environment: APIEnvironment, of api: String = "shop", events: EventBus?,
    retries: APIRetrySettings = .standard,
    trace: @escaping @Sendable (_ line: () -> String) -> Void = { _ in },
    traceCommand: @escaping @Sendable (_ line: () -> String) -> Bool = { _ in false },
    stub: @escaping @Sendable (APIEnvironment) -> any Transport
  ) {
    self.init(
      environment, of: api, events: events, retries: retries, trace: trace,
      traceCommand: traceCommand,
      transports: StubTransports(stub))
  }
}
