import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

/// Addresses in a response: a client follows them only to its own service, and never takes credentials
/// elsewhere.
@Suite struct AnsweredAddressTests {
  private struct Token: Authorizer {
    func authorize(_ request: inout APIRequest) async throws {
      request.headers["Authorization"] = "Bearer secret-token"
    }
    func recover(from response: APIResponse) async -> Bool { true }
  }

  /// A place where a page gives the address of the next page.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let paging: Paging
    /// Writes the first page.
    let write: @Sendable (_ next: String) -> (body: String, headers: HTTPHeaders)
  }

  private static let places: [Place] = [
    Place(testDescription: "Link", paging: .link()) { ("[1]", ["Link": "<\($0)>; rel=next"]) },
    Place(testDescription: "links.next", paging: .link(elements: "items")) {
      (#"{"items":[1],"links":{"next":"\#($0)"}}"#, [:])
    },
    Place(testDescription: "links.next.href", paging: .link(elements: "items")) {
      (#"{"items":[1],"links":{"next":{"href":"\#($0)"}}}"#, [:])
    },
    Place(testDescription: "_links.next.href", paging: .link(elements: "items")) {
      (#"{"items":[1],"_links":{"next":{"href":"\#($0)"}}}"#, [:])
    },
    Place(testDescription: "next", paging: .nextURL(in: .field("next"), elements: "items")) {
      (#"{"items":[1],"next":"\#($0)"}"#, [:])
    },
    Place(testDescription: "X-Next", paging: .nextURL(in: .header("X-Next"), elements: "items")) {
      (#"{"items":[1]}"#, ["X-Next": $0])
    },
  ]

  private static let elsewhere = [
    "https://other.test/v1/y", "//other.test/v1/y", "https://shop.test:8443/v1/y",
    "http://shop.test/v1/y", "https://shop.test.evil.test/v1/y", "https://127.0.0.1/v1/y",
    "file:///etc/passwd",
  ]

  /// A request for the second page, made from the first page, with a key set by the caller.
  private func second(
    of place: Place, at next: String
  ) async throws -> (transport: StubTransport, error: APIError?) {
    let transport = StubTransport { request in
      guard request.url.path() == "/v1/x" else {
        return HTTPResponse(status: 200, body: HTTPBody(Data("[]".utf8)))
      }
      let page = place.write(next)
      return HTTPResponse(
        status: 200, headers: page.headers, body: HTTPBody(Data(page.body.utf8)))
    }
    let client = try StubClient(transport, authorizer: Token())
    let request = APIRequest(path: "x", headers: ["X-Api-Key": "secret"])
    let page: APIPage<Int> = try await request.response(on: client)
      .pagedResource(paging: place.paging)
    let error = await failure { _ = try await #require(page.next).response(on: client) }
    return (transport, error)
  }

  @Test(arguments: places, elsewhere)
  func `the next page is not requested from another service`(place: Place, next: String)
    async throws
  {
    let (transport, error) = try await second(of: place, at: next)
    #expect(error != nil)
    #expect(transport.requests.map(\.url.absoluteString) == ["https://shop.test/v1/x"])
  }

  @Test(arguments: places)
  func `the next page is not requested with a user name in its address`(place: Place) async throws {
    let (transport, error) = try await second(of: place, at: "https://me:hunter2@shop.test/v1/y")
    #expect(error != nil && error?.description.contains("hunter2") == false)
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: places, ["https://shop.test/v1/y", "/v1/y", "y", "https://shop.test:443/v1/y"])
  func `the next page at the service is requested like the first one`(place: Place, next: String)
    async throws
  {
    let (transport, error) = try await second(of: place, at: next)
    #expect(error == nil)
    #expect(transport.requests.count == 2)
    for request in transport.requests {
      #expect(request.headers["Authorization"] == "Bearer secret-token")
      #expect(request.headers["X-Api-Key"] == "secret")
    }
  }

  @Test(arguments: ["https://other.test/v1/x/7", "/v1/x/7"])
  func `a created resource is not requested automatically`(location: String) async throws {
    for status in [201, 202, 303] {
      let transport = StubTransport(status: status, headers: ["Location": location])
      let client = try StubClient(transport, authorizer: Token())
      let response = try await APIRequest(path: "x", method: .post).response(on: client)
      #expect(response.createdID == "7")
      #expect(transport.requests.count == 1)
    }
  }

  @Test func `a stream that is redirected elsewhere is read without credentials`() async throws {
    for target in ["https://other.test/y", "https://shop.test:8443/y", "//other.test/y"] {
      let transport = StubTransport { request in
        request.url.path() == "/v1/x"
          ? HTTPResponse(status: 302, headers: ["Location": target])
          : HTTPResponse(status: 200, body: HTTPBody(Data("data: 1\n\n".utf8)))
      }
      let client = try StubClient(transport, authorizer: Token())
      let request = APIRequest(
        path: "x",
        headers: [
          "Accept": "text/event-stream", "Cookie": "c=1", "Last-Event-ID": "7", "X-Api-Key": "k",
        ])
      for isEndless in [true, false] {
        let stream = try await request.stream(on: client, isEndless: isEndless)
        #expect(stream.statusCode == 200)
      }
      let requests = transport.requests
      #expect(requests.count == 4)
      for index in [1, 3] {
        #expect(requests[index].headers.map(\.name) == ["Accept"])
      }
    }
  }
}
