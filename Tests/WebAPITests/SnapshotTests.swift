import FoundationEssentials
import SeashellTesting
import Synchronization
import Testing
import WebAPI
import WebMessages

@Suite struct SnapshotTests {
  /// Switches to another environment each time it is read.
  final class MovingClient: APIClient {
    private let rest: Mutex<[URL]>
    let transport: any Transport

    init(_ addresses: [String], _ transport: any Transport) throws {
      rest = Mutex(try addresses.map(url).reversed())
      self.transport = transport
    }

    var baseURL: URL { rest.withLock { $0.count > 1 ? $0.removeLast() : $0[0] } }

    var authorizer: (any Authorizer)? { OneReplay() }
  }

  struct OneReplay: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {}
    func recover(from response: APIResponse) async -> Bool { true }
  }

  @Test func `a request uses one environment, even if the client switches`() async throws {
    let transport = StubTransport(status: 401)
    let client = try MovingClient(
      ["https://a.test", "https://b.test", "https://c.test"], transport)
    for _ in 1...2 { _ = try await APIRequest(path: "x").response(on: client) }
    #expect(
      transport.requests.map(\.url.absoluteString) == [
        "https://a.test/x", "https://a.test/x", "https://b.test/x", "https://b.test/x",
      ])
  }
}
