import FoundationEssentials
import SeashellHosting
@testable import SeashellTesting
import Synchronization
import Testing

@testable import SeashellKit

/// The answer of the service: a status, or nothing if it is lost.
private final class Answers: Sendable {
  let status = Mutex<Int?>(200)
}

/// Responses that are stored whole, for commands without models.
@Suite @MainActor struct OfflineResponsesTests {
  private let store = MemoryRecordStore()
  private let answers = Answers()

  private func harness(_ headers: HTTPHeaders = [:]) throws -> ShellHarness {
    var all = Self.headers
    for (name, value) in headers { all.add(name, value) }
    return try ShellHarness(
      StubTransport { [answers, all] request in
        guard let status = answers.status.withLock(\.self) else {
          throw TransportError(.unconnected, reason: "refused")
        }
        return HTTPResponse(
          status: status,
          headers: all,
          body: HTTPBody(Data(#"{"path":"\#(request.url.path)"}"#.utf8)))
      },
      storage: MemoryOfflineStorage { [store] _ in store }, offline: .auto)
  }

  private nonisolated static let headers: HTTPHeaders = [
    "Content-Type": "application/json", "Set-Cookie": "a=b", "Link": "<x>; rel=next",
  ]

  private static func request(_ path: String, _ headers: HTTPHeaders = [:]) -> APIRequest {
    var request = APIRequest(
      url: URL(string: "http://localhost/v1/\(path)") ?? URL(filePath: "/"))
    request.headers = headers
    return request
  }

  @Test func `a stored response is returned while the service is lost`() async throws {
    let harness = try harness()
    let offline = harness.context.offline
    _ = try await offline.response(to: Self.request("parts?page=1"))
    answers.status.withLock { $0 = nil }
    let stored = try await offline.response(to: Self.request("parts?page=1"))
    #expect(String(decoding: stored.data, as: UTF8.self) == #"{"path":"/v1/parts"}"#)
    #expect(stored.headers["Link"] == "<x>; rel=next")
    #expect(stored.headers["Set-Cookie"] == nil)
  }

  @Test func `a stored response counts as a response that was not requested`() async throws {
    let harness = try harness()
    let offline = harness.context.offline
    func fields() async throws -> [String] {
      let answers = StatementAnswers()
      _ = try await StatementAnswers.$current.withValue(answers) {
        try await offline.response(to: Self.request("parts?page=1"))
      }
      guard case .response(let response) = answers.outcome else { return [] }
      return try response.fields(withBody: true).map { "\($0.name)=\($0.value.plainText)" }
        .filter { !$0.hasPrefix("duration=") || $0 == "duration=" }
    }
    let head = ["status=200", #"body={"path":"/v1/parts"}"#, #"text={"path":"/v1/parts"}"#]
    let address = ["url=http://localhost/v1/parts?page=1", "method=GET"]
    #expect(try await fields().filter { !$0.hasPrefix("headers") } == head + address + ["sent=1"])
    answers.status.withLock { $0 = nil }
    #expect(
      try await fields().filter { !$0.hasPrefix("headers") }
        == head + ["duration="] + address + ["sent=0"])
  }

  @Test(
    arguments: [
      ("parts?page=2", [:]), ("parts?page=1", ["X-Tenant": "other"]), ("parts/1", [:]),
    ] as [(String, HTTPHeaders)])
  func `a stored response belongs to its address and header fields`(
    path: String, headers: HTTPHeaders
  ) async throws {
    let harness = try harness()
    _ = try await harness.context.offline.response(to: Self.request("parts?page=1"))
    answers.status.withLock { $0 = nil }
    await #expect(throws: ShellError.self) {
      try await harness.context.offline.response(to: Self.request(path, headers))
    }
  }

  @Test(
    arguments: [
      ("parts?api_key=k", [:]), ("parts", ["X-Api-Key": "k"]),
      ("parts", ["Authorization": "Basic k"]),
    ] as [(String, HTTPHeaders)])
  func `the response to a request with its own credential is not stored`(
    path: String, headers: HTTPHeaders
  ) async throws {
    let harness = try harness()
    _ = try await harness.context.offline.response(to: Self.request(path, headers))
    #expect(try await store.count(of: "responses") == 0)
  }

  @Test func `a stored response is removed when its resource is gone`() async throws {
    let harness = try harness()
    let request = Self.request("parts/1")
    _ = try await harness.context.offline.response(to: request)
    #expect(try await store.count(of: "responses") == 1)
    answers.status.withLock { $0 = 404 }
    await #expect(throws: APIError.self) {
      try await harness.context.offline.response(to: request)
    }
    #expect(try await store.count(of: "responses") == 0)
  }

  @Test func `repeated header fields of a stored response stay separate`() async throws {
    let offline = try harness(["Link": "<y>; rel=last"]).context.offline
    _ = try await offline.response(to: Self.request("parts"))
    answers.status.withLock { $0 = nil }
    let stored = try await offline.response(to: Self.request("parts"))
    #expect(stored.headers["Link"] == "<x>; rel=next, <y>; rel=last")
  }

  @Test func `a no-store response, or one to a request with a body, is not stored`() async throws {
    let offline = try harness(["Cache-Control": "no-store"]).context.offline
    _ = try await offline.response(to: Self.request("parts"))
    var search = Self.request("parts")
    search.body = .json(["q": "one"])
    _ = try await self.harness().context.offline.response(to: search)
    #expect(try await store.count(of: "responses") == 0)
  }

  @Test(arguments: [
    ("Bearer alice-0123456789abcdef", "Bearer bob-0123456789abcdef", 1),
    // The hash of a password or of a short key would reveal too much.
    ("Basic YWxpY2U6c2VjcmV0LXdvcmQ=", "Basic YWxpY2U6c2VjcmV0LXdvcmQ=", 0),
    ("Bearer short", "Bearer short", 0),
  ])
  func `stored responses of one account are not returned to another`(
    first: String, second: String, count: Int
  ) async throws {
    let harness = try harness()
    let offline = harness.context.offline
    harness.context.client.authorizer = StubAuthorizer(first)
    _ = try await offline.response(to: Self.request("parts"))
    #expect(try await store.count(of: "responses") == count)
    answers.status.withLock { $0 = nil }
    if count > 0 { _ = try await offline.response(to: Self.request("parts")) }
    harness.context.client.authorizer = StubAuthorizer(second)
    await #expect(throws: (any Error).self) {
      try await offline.response(to: Self.request("parts"))
    }
    harness.context.client.authorizer = nil
    await #expect(throws: (any Error).self) {
      try await offline.response(to: Self.request("parts"))
    }
  }
}
