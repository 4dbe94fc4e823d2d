import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@Suite struct ShopClientTests {
  static func environment(_ name: String) throws -> ShopEnvironment {
    try ShopEnvironment(name: name, address: "https://\(name).example", version: "v-\(name)")
  }

  private struct Token: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer t"
    }

    func recover(from response: APIResponse) async -> Bool { false }
  }

  @Test func `requests go to the environment that is chosen, by its own transport`() async throws {
    let (one, two) = (try Self.environment("one"), try Self.environment("two"))
    let stubs = ["one": StubTransport(json: "1"), "two": StubTransport(json: "2")]
    let fallback = StubTransport(status: 500, json: "{}")
    let client = ShopClient(one, events: nil) { stubs[$0.name] ?? fallback }
    let request = APIRequest(path: "products")
    #expect(try await request.response(on: client).resource() == 1)
    client.environment = two
    #expect(client.environment == two)
    #expect(try await request.response(on: client).resource() == 2)
    #expect(
      stubs["one"]?.requests.map(\.url.absoluteString) == ["https://one.example/v-one/products"])
    #expect(
      stubs["two"]?.requests.map(\.url.absoluteString) == ["https://two.example/v-two/products"])
    #expect(fallback.requests.isEmpty)
  }

  @Test func `an authorizer takes part from the next request on, until it is removed`() async throws
  {
    let transport = StubTransport(json: "{}")
    let client = ShopClient(try Self.environment("one"), events: nil) { _ in transport }
    let request = APIRequest(path: "products")
    _ = try await request.response(on: client)
    client.authorizer = Token()
    _ = try await request.response(on: client)
    client.authorizer = nil
    _ = try await request.response(on: client)
    #expect(transport.requests.map { $0.headers["Authorization"] } == [nil, "Bearer t", nil])
  }

  @Test func `the client posts what happens on its bus, and remembers what it announced`()
    async throws
  {
    let bus = EventBus()
    let recorder = EventRecorder(bus)
    let transport = StubTransport(
      status: 201, json: #"{"id":"r-1"}"#, headers: ["Event-Id": "e-1"])
    let client = ShopClient(try Self.environment("one"), events: bus) { _ in transport }
    _ = try await APIRequest(path: "products/p-1/reviews", method: .post).response(on: client)
    #expect(
      recorder.events(of: DataInserted.self)
        == [DataInserted(resource: "products/p-1/reviews", id: "r-1")])
    #expect(client.announced?.wasAnnounced("e-1") == true)
    #expect(client.announced?.wasAnnounced("e-2") == false)
  }
}
