import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import SeashellApp

/// Which transport an environment gets.
@Suite struct ProgramTransportsTests {
  private static let embedded = StubTransport(json: "1")
  private static let socket = StubTransport(json: "2")

  private static func transports(completes: Bool = false, given: Bool = true) -> ProgramTransports {
    ProgramTransports(
      given: given
        ? [
          StubProvider(name: "other", transport: embedded),
          StubProvider(name: "docker", transport: socket),
          StubProvider(name: "docker", transport: embedded),
        ] : [],
      embedded: EmbeddedAPI(transport: embedded), pool: TransportPool(userAgent: "test"),
      completes: completes)
  }

  private static func environment(_ name: String) throws -> APIEnvironment {
    try APIEnvironment(name, "http://127.0.0.1:9")
  }

  @Test func `the first provider that has a transport gives it, and else the program does`() throws
  {
    let transports = Self.transports()
    let docker = try #require(
      transports.transport(of: Self.environment("docker")) as? StubTransport)
    #expect(docker === Self.socket)
    let own = try #require(transports.transport(of: .embedded(version: nil)) as? StubTransport)
    #expect(own === Self.embedded)
    let network = try #require(transports.transport(of: Self.environment("live")))
    #expect(!(network is StubTransport) && network.crossesNetwork)
  }

  @Test func `completion crosses no network, whoever gives the transport`() async throws {
    let transports = Self.transports(completes: true)
    #expect(transports.transport(of: try .embedded(version: nil)) is StubTransport)
    for name in ["live", "docker"] {
      let transport = try #require(transports.transport(of: Self.environment(name)))
      let error = await #expect(throws: TransportError.self) {
        try await transport.send(HTTPRequest(url: Self.environment(name).baseURL))
      }
      #expect(error.map { "\($0)" }?.contains("sends no requests over a network") == true)
    }
  }
}

private struct StubProvider: TransportProvider {
  let name: String
  let transport: any Transport

  func transport(of environment: APIEnvironment) -> (any Transport)? {
    environment.name == name ? transport : nil
  }
}
