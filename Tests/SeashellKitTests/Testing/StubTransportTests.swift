import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@Suite struct StubTransportTests {
  private func request(_ path: String) throws -> HTTPRequest {
    let url = try #require(URL(string: "http://localhost\(path)"))
    return HTTPRequest(method: .get, url: url)
  }

  @Test func `a stub transport answers with the same JSON, and keeps requests`() async throws {
    let transport = StubTransport(status: 201, json: "{}", headers: ["X-Total-Count": "3"])
    for path in ["/a", "/b"] {
      let response = try await transport.send(try request(path))
      #expect(response.status == 201)
      #expect(response.headers["Content-Type"] == "application/json")
      #expect(response.headers["X-Total-Count"] == "3")
      #expect(try await response.body.collect(upTo: 10) == Data("{}".utf8))
    }
    #expect(transport.requests.map(\.url.path) == ["/a", "/b"])
  }

  @Test func `a stub transport throws the test's error, and keeps the request`() async throws {
    let transport = StubTransport { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await transport.send(try request("/a"))
    }
    #expect(transport.requests.count == 1)
  }
}
