import FoundationEssentials
import SeashellKit
import Testing

/// The responses of a stub.
@Suite struct StubResponseTests {
  private struct Entry: Encodable {
    let name: String
    let id: Int
    let date: Date
  }

  @Test func `a stub encodes JSON with sorted keys and ISO 8601 dates`() async throws {
    let entry = Entry(name: "a/b", id: 1, date: Date(timeIntervalSince1970: 0))
    let response = try HTTPResponse(json: entry)
    #expect(response.status == 200 && response.headers["Content-Type"] == "application/json")
    let text = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
    #expect(text == #"{"date":"1970-01-01T00:00:00Z","id":1,"name":"a/b"}"#)
    #expect(try HTTPResponse(status: 201, json: entry, headers: ["A": "b"]).headers["A"] == "b")
  }

  @Test(arguments: [
    ("", "[1,2,3,4,5]"), ("?per_page=2", "[1,2]"), ("?page=3&per_page=2", "[5]"),
    ("?page=4&per_page=2", "[]"), ("?page=0&per_page=none", "[1,2,3,4,5]"),
    ("?page=1000000000&per_page=1000000000", "[]"),
  ])
  func `a stub returns the page of a list that the query asks for`(
    query: String, text: String
  ) async throws {
    let url = try #require(URL(string: "http://localhost/v1/numbers\(query)"))
    let response = try HTTPResponse(json: Array(1...5), pageFor: HTTPRequest(url: url))
    #expect(response.headers["X-Total-Count"] == "5")
    #expect(String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self) == text)
  }
}
