import FoundationEssentials
import SeashellHosting
import SeashellTesting
import Synchronization
import Testing

@testable import SeashellKit

/// What the service answers: a status, or nothing if it is lost.
private final class Answers: Sendable {
  let status = Mutex<Int?>(200)
}

/// Responses that are stored whole, for commands that know no models.
@Suite @MainActor struct OfflineResponsesTests {
  private let store = MemoryRecordStore()
  private let answers = Answers()

  private func harness() throws -> ShellHarness {
    try ShellHarness(
      StubTransport { [answers] request in
        guard let status = answers.status.withLock(\.self) else {
          throw TransportError(.unconnected, reason: "refused")
        }
        return HTTPResponse(
          status: status,
          headers: [
            "Content-Type": "application/json", "Set-Cookie": "a=b", "Link": "<x>; rel=next",
          ],
          body: HTTPBody(Data(#"{"path":"\#(request.url.path)"}"#.utf8)))
      },
      storage: MemoryOfflineStorage { [store] _ in store }, offline: .auto)
  }

  private static func request(_ path: String, _ headers: HTTPHeaders = [:]) -> APIRequest {
    var request = APIRequest(
      url: URL(string: "http://localhost/v1/\(path)") ?? URL(filePath: "/"))
    request.headers = headers
    return request
  }

  @Test func `a lost service is answered for by what it answered before`() async throws {
    let harness = try harness()
    let offline = harness.context.offline
    _ = try await offline.response(to: Self.request("parts?page=1"))
    answers.status.withLock { $0 = nil }
    let stored = try await offline.response(to: Self.request("parts?page=1"))
    #expect(String(decoding: stored.data, as: UTF8.self) == #"{"path":"/v1/parts"}"#)
    #expect(stored.headers["Link"] == "<x>; rel=next")
    #expect(stored.headers["Set-Cookie"] == nil)
  }

  @Test(
    arguments: [
      ("parts?page=2", [:]), ("parts?page=1", ["X-Tenant": "other"]), ("parts/1", [:]),
    ] as [(String, HTTPHeaders)])
  func `another address and other header fields are another request`(
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
  func `a request with a credential of its own leaves nothing behind`(
    path: String, headers: HTTPHeaders
  ) async throws {
    let harness = try harness()
    _ = try await harness.context.offline.response(to: Self.request(path, headers))
    #expect(try await store.count(of: "responses") == 0)
  }

  @Test func `what is gone is forgotten`() async throws {
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
}
