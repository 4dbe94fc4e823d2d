import FoundationEssentials
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@MainActor
@Suite struct InterceptTests {
  /// Adds credentials under a name that is in no list of such names.
  private struct Key: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer secret"
      request.headers["X-Key"] = "secret"
    }

    func recover(from response: APIResponse) async -> Bool { false }
  }

  private final class Log: Sendable {
    private let written = Mutex<[String]>([])
    var lines: [String] { written.withLock { $0 } }
    func add(_ line: String) { written.withLock { $0.append(line) } }
  }

  private let transport = StubTransport(
    json: "{}", headers: ["Set-Cookie": "id=secret", "ETag": "1"])
  private let context: ModuleContext
  private let log = Log()

  init() throws { context = try ShellHarness(transport).context }

  private func send(_ request: APIRequest = APIRequest(path: "orders")) async throws -> APIResponse
  {
    try await request.response(on: context.client)
  }

  @Test func `hooks run around each request, in the order of installation`() async throws {
    let subscriptions = ["a", "b"].map { name in
      context.intercept(
        request: { [log] request in
          log.add("\(name) before \(request.path)")
          request.headers["X-Hook"] = (request.headers["X-Hook"] ?? "") + name
        },
        response: { [log] response in
          log.add("\(name) after \(response.statusCode)")
          response.statusCode += 1
        })
    }
    #expect(try await send().statusCode == 202)
    #expect(log.lines == ["a before orders", "b before orders", "a after 200", "b after 201"])
    #expect(transport.requests[0].headers["X-Hook"] == "ab")
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a cancelled hook is no longer called`() async throws {
    let subscription = context.intercept(request: { [log] _ in log.add("called") })
    let other = context.intercept(response: { [log] _ in log.add("other") })
    _ = try await send()
    subscription.cancel()
    _ = try await send()
    #expect(log.lines == ["called", "other", "other"])
    withExtendedLifetime(other) {}
  }

  @Test func `a request keeps the hooks with which it began`() async throws {
    let box = Mutex<Subscription?>(nil)
    let subscription = context.intercept(
      request: { [log] _ in
        log.add("before")
        box.withLock { $0 }?.cancel()
      }, response: { [log] _ in log.add("after") })
    box.withLock { $0 = subscription }
    _ = try await send()
    _ = try await send()
    #expect(log.lines == ["before", "after"])
  }

  @Test func `hooks see no credentials, and the request keeps them`() async throws {
    try context.install(Key())
    let subscription = context.intercept(
      request: { [log] request in
        for field in request.headers { log.add("before \(field.name)") }
      },
      response: { [log] response in
        for field in response.request.headers { log.add("sent \(field.name)") }
        for field in response.headers { log.add("received \(field.name)") }
      })
    var request = APIRequest(path: "orders")
    request.headers = ["X-Plain": "1", "Cookie": "own=secret"]
    let response = try await send(request)
    #expect(
      log.lines
        == ["before X-Plain", "sent X-Plain", "received ETag", "received Content-Type"])
    #expect(transport.requests[0].headers["Cookie"] == "own=secret")
    #expect(transport.requests[0].headers["X-Key"] == "secret")
    #expect(transport.requests[0].headers["Authorization"] == "Bearer secret")
    #expect(response.headers["Set-Cookie"] == "id=secret")
    #expect(response.request.headers["Authorization"] == "Bearer secret")
    withExtendedLifetime(subscription) {}
  }

  @Test func `hooks do not see requests with a password or a token in the body`() async throws {
    let subscription = context.intercept(
      request: { [log] _ in log.add("before") }, response: { [log] _ in log.add("after") })
    var confidential = APIRequest(path: "session", method: .post)
    confidential.isConfidential = true
    _ = try await send(confidential)
    var secret = APIRequest(path: "session", method: .post)
    secret.secrets = ["hunter2"]
    _ = try await send(secret)
    #expect(log.lines.isEmpty)
    #expect(transport.requests.count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [true, false])
  func `an error of a hook reaches the request's sender`(isBefore: Bool) async throws {
    struct Refused: Error {}
    let subscription = context.intercept(
      request: { _ in if isBefore { throw Refused() } },
      response: { _ in if !isBefore { throw Refused() } })
    await #expect(throws: Refused.self) { try await send() }
    #expect(transport.requests.count == (isBefore ? 0 : 1))
    withExtendedLifetime(subscription) {}
  }
}
