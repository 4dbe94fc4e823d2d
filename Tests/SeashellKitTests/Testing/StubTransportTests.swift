import FoundationEssentials
import SeashellKit
import SeashellTesting
import Testing

@Suite struct StubTransportTests {
  private func request(_ path: String) throws -> HTTPRequest {
    let url = try #require(URL(string: "http://localhost\(path)"))
    return HTTPRequest(method: .get, url: url)
  }

  @Test func `It answers every request with the same JSON, and keeps the requests`() async throws {
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

  @Test func `It fails as the test says, and keeps that request too`() async throws {
    let transport = StubTransport { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await transport.send(try request("/a"))
    }
    #expect(transport.requests.count == 1)
  }
}
