import CoreEvents
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@Suite struct HookTests {
  struct HookFailure: Error, Equatable { var text: String }

  struct HookedClient: APIClient {
    var baseURL: URL
    var transport: any Transport
    var authorizer: (any Authorizer)?
    let record: Record<String>
    var failsBefore = false
    var failsAfter = false

    func willSendRequest(_ request: inout APIRequest) async throws {
      record.add("will send \(request)")
      if failsBefore { throw HookFailure(text: "before") }
      request.headers["X-Note"] = "from the hook"
      request.query.append("added", 1)
      request.path = "changed"
      request.version = "v2"
    }

    func didReceiveResponse(_ response: inout APIResponse) async throws {
      record.add("did receive \(response)")
      if failsAfter { throw HookFailure(text: "after") }
      response.data = Data(#"{"id":"from the hook"}"#.utf8)
      response.statusCode = 200
    }
  }

  struct Naming: Authorizer {
    let record: Record<String>
    func authorize(_ request: inout APIRequest) async throws {
      record.add("authorize \(request) at \(request.url?.absoluteString ?? "nowhere")")
    }
    func recover(from response: APIResponse) async -> Bool {
      record.add("recover from \(response)")
      return true
    }
  }

  private let record = Record<String>()

  private func hooked(
    _ transport: StubTransport, failsBefore: Bool = false, failsAfter: Bool = false
  ) throws -> HookedClient {
    HookedClient(
      baseURL: try url("https://shop.test"), transport: transport,
      authorizer: Naming(record: record), record: record, failsBefore: failsBefore,
      failsAfter: failsAfter)
  }

  @Test func `hooks run once each around everything else, and their changes are seen`() async throws
  {
    let transport = StubTransport { [record] request in
      record.add("send \(request.url.absoluteString)")
      return HTTPResponse(status: 401)
    }
    let item: Item = try await APIRequest(path: "products").response(on: hooked(transport))
      .resource()
    #expect(item.id == "from the hook")
    let address = "https://shop.test/v2/changed?added=1"
    #expect(
      record.elements == [
        "will send GET products",
        "authorize GET changed at \(address)", "send \(address)",
        "recover from 401 GET changed",
        "authorize GET changed at \(address)", "send \(address)",
        "did receive 401 GET changed",
      ])
    #expect(transport.requests.map { $0.headers["X-Note"] } == ["from the hook", "from the hook"])
  }

  @Test func `an error before sending reaches the caller unchanged, and nothing is sent`()
    async throws
  {
    let transport = StubTransport(status: 200)
    let client = try hooked(transport, failsBefore: true)
    await #expect(throws: HookFailure(text: "before")) {
      _ = try await APIRequest(path: "products").response(on: client)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `an error after receiving reaches the caller unchanged`() async throws {
    let client = try hooked(StubTransport(status: 200), failsAfter: true)
    await #expect(throws: HookFailure(text: "after")) {
      _ = try await APIRequest(path: "products").response(on: client)
    }
  }

  @Test(
    arguments: [
      // The server's status, the status set by the hook, and the events posted.
      (.get, 401, 200, []), (.get, 403, 200, []), (.get, 200, 401, ["api.unauthorized"]),
      (.get, 401, nil, ["api.unauthorized"]), (.post, 401, 201, ["api.data.inserted"]),
      (.post, 200, 422, []), (.post, 201, nil, ["api.data.inserted"]),
    ] as [(HTTPMethod, Int, Int?, [String])])
  func `events depend on the response after the hook, or before it if the hook throws`(
    method: HTTPMethod, came: Int, left: Int?, events: [String]
  ) async throws {
    struct Recovering: APIClient {
      let baseURL: URL
      let transport: any Transport
      let events: EventBus?
      let status: Int?
      let record: Record<String>
      func didReceiveResponse(_ response: inout APIResponse) async throws {
        #expect(record.elements.isEmpty)
        guard let status else { throw HookFailure(text: "after") }
        response.statusCode = status
      }
    }
    let bus = EventBus { _, _ in }
    let subscription = bus.subscribeAll { [record] in record.add($0.eventName) }
    defer { withExtendedLifetime(subscription) {} }
    let client = Recovering(
      baseURL: try url("https://shop.test"), transport: StubTransport(status: came), events: bus,
      status: left, record: record)
    let request = APIRequest(path: "x", method: method, headers: ["Authorization": "Bearer x"])
    _ = try? await request.response(on: client)
    #expect(record.elements == events)
  }

  @Test func `a client needs only an address and a transport`() async throws {
    struct Least: APIClient {
      let baseURL: URL
      let transport: any Transport
    }
    let transport = StubTransport(status: 201)
    let client = Least(baseURL: try url("https://shop.test/api"), transport: transport)
    _ = try await APIRequest(path: "products", method: .post).response(on: client)
    #expect(transport.requests.map(\.url.absoluteString) == ["https://shop.test/api/products"])
  }
}
