import FoundationEssentials
import SeashellTesting
import Synchronization
import Testing
import WebMessages

@testable import WebAPI

@Suite struct DeferralTests {
  private struct Kept: Error {}

  /// Keeps the writes to one path.
  private final class Deferral: WriteDeferral {
    private let kept: String?
    private let keptAfterFailure: String?
    private let seen = Mutex<[(call: String, request: APIRequest, error: APIError?)]>([])

    init(keeping kept: String? = nil, afterFailure: String? = nil) {
      self.kept = kept
      keptAfterFailure = afterFailure
    }

    var calls: [String] { seen.withLock { $0.map { "\($0.call) \($0.request)" } } }
    var requests: [APIRequest] { seen.withLock { $0.map(\.request) } }
    var errors: [APIError] { seen.withLock { $0.compactMap(\.error) } }

    func willSend(_ request: APIRequest) async throws {
      seen.withLock { $0.append(("willSend", request, nil)) }
      if request.path.resource == kept { throw Kept() }
    }

    func didFail(_ request: APIRequest, _ error: APIError) async throws {
      seen.withLock { $0.append(("didFail", request, error)) }
      if request.path.resource == keptAfterFailure { throw Kept() }
    }
  }

  private struct Client: APIClient {
    let baseURL: URL
    let version: String? = "v1"
    let transport: any Transport
    let deferral: (any WriteDeferral)?
    var retries = APIRetrySettings.never

    func willSendRequest(_ request: inout APIRequest) async throws {
      request.headers["X-Hook"] = "ran"
    }
  }

  private func client(_ transport: StubTransport, _ deferral: Deferral) throws -> Client {
    Client(baseURL: try url("https://shop.test"), transport: transport, deferral: deferral)
  }

  @Test(arguments: [
    (HTTPMethod.post, 1), (.put, 1), (.delete, 1), (.patch, 1), (.get, 0), (.head, 0),
    (.options, 0),
  ])
  func `a deferral is asked only about writes`(method: HTTPMethod, count: Int) async throws {
    let (transport, deferral) = (StubTransport(json: "{}"), Deferral())
    let client = try client(transport, deferral)
    _ = try await APIRequest(path: "a", method: method).response(on: client)
    _ = try await APIRequest(path: "a", method: method).stream(on: client)
    #expect(deferral.calls.count == 2 * count)
    #expect(transport.requests.count == 2)
    #expect(deferral.requests.allSatisfy { $0.headers["X-Hook"] == nil })
  }

  @Test(arguments: ["own credentials", "background", "confidential", "secret", "from the queue"])
  func `a deferral is not asked about a write that must be sent now or never`(kind: String)
    async throws
  {
    let (transport, deferral) = (StubTransport(json: "{}"), Deferral(keeping: "a"))
    var request = APIRequest(path: "a", method: .post)
    switch kind {
    case "own credentials": request.authorizes = false
    case "background": request.isBackground = true
    case "confidential": request.isConfidential = true
    case "secret": request.secrets = ["word"]
    default: request.mayBeDeferred = false
    }
    _ = try await request.response(on: client(transport, deferral))
    #expect(deferral.calls == [])
  }

  @Test func `a write that is kept is not sent`() async throws {
    let (transport, deferral) = (StubTransport(json: "{}"), Deferral(keeping: "a"))
    let client = try client(transport, deferral)
    await #expect(throws: Kept.self) {
      try await APIRequest(path: "a", method: .post).response(on: client)
    }
    await #expect(throws: Kept.self) {
      try await APIRequest(path: "a", method: .post).stream(on: client)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a write that has failed is kept with its key`() async throws {
    let transport = scripted(.fails(.cut))
    let deferral = Deferral(afterFailure: "a")
    let client = try client(transport, deferral)
    await #expect(throws: Kept.self) {
      try await APIRequest(path: "a", method: .post).response(on: client)
    }
    #expect(deferral.calls == ["willSend POST a", "didFail POST a"])
    let sent = try #require(transport.requests.first)
    #expect(deferral.requests.last?.idempotencyKey == sent.headers["Idempotency-Key"])
    #expect(deferral.errors.first?.mayHaveBeenApplied == true)
    await #expect(throws: Kept.self) {
      try await APIRequest(path: "a", method: .post).stream(on: client)
    }
  }

  @Test func `a deferral that keeps nothing leaves the error as it is`() async throws {
    let deferral = Deferral()
    let error = await #expect(throws: APIError.self) {
      try await APIRequest(path: "a", method: .post).response(
        on: client(scripted(.fails(.unconnected)), deferral))
    }
    #expect(error?.code == .unconnected)
    #expect(error?.mayHaveBeenApplied == false)
  }

  @Test(arguments: [Step.answers(503), .answers(422), .answers(201), .fails(.limit)])
  func `a deferral is asked only about lost connections`(step: Step) async throws {
    let deferral = Deferral(afterFailure: "a")
    let client = try client(scripted(step), deferral)
    _ = try? await APIRequest(path: "a", method: .post).response(on: client)
    #expect(deferral.calls == ["willSend POST a"])
  }

  @Test(
    arguments: [
      ("https://shop.test/v1/orders/7?force=1&x=a%20b+c&y", "orders/7", "force=1&x=a%20b%20c&y="),
      ("https://shop.test/v1/a%2Fb", "a/b", nil), ("https://shop.test/v2/orders", "", nil),
      ("https://else.test/v1/orders", "", nil), ("https://shop.test/v1", "", nil),
      ("https://shop.test/v1/a?x=%FF", "", nil),
    ] as [(String, String, String?)])
  func `an absolute address under the client's becomes a path`(
    address: String, path: String, query: String?
  ) async throws {
    let (transport, deferral) = (StubTransport(json: "{}"), Deferral())
    var request = APIRequest(url: try url(address), method: .delete)
    request.announces = false
    _ = try await request.response(on: client(transport, deferral))
    let asked = try #require(deferral.requests.first)
    #expect(asked.path.resource == path)
    #expect((asked.url == nil) == !path.isEmpty)
    if !path.isEmpty { #expect(asked.query.escaped() == query) }
    #expect(transport.requests.first?.url.absoluteString == address)
  }
}
