import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

@Suite struct StoredRequestTests {
  private static let owner = DataOwner(
    environment: "dev", address: "https://shop.test/v1", account: nil)

  /// Stores a request, reads it back, and sends the original and the copy.
  private func sent(_ request: APIRequest, keys: ServiceKeys = .snake) async throws -> [HTTPRequest]
  {
    let transport = StubTransport(status: 201)
    var client = try StubClient(transport)
    client.keys = keys
    _ = try await request.response(on: client)
    let stored = try #require(StoredRequest(request, address: Self.owner.address))
    let head = try JSONDecoder().decode(
      StoredRequest.Head.self, from: try JSONEncoder().encode(stored.head))
    #expect(head == stored.head)
    let again = StoredRequest(head: head, body: stored.body, fields: stored.fields)
    let copy = try #require(again.request(of: Self.owner))
    #expect(!copy.mayBeDeferred && copy.isBackground && !copy.retry)
    #expect(copy.announces == request.announces)
    _ = try await copy.response(on: client)
    return transport.requests
  }

  @Test(
    arguments: [
      APIRequest(
        path: "products/\("a/ü")/reviews", method: .post, query: ["a": "b c", "empty": ""],
        body: .formData(["comment": "x\ny", "file": Data([0, 255])]),
        headers: ["X-A": "1", "X-A": "2"], announces: .ifCreated),
      APIRequest(
        path: "orders/", version: "", method: .post, body: .json(["currency_code": "EUR"])),
      APIRequest(
        path: "orders/7", version: "v9", method: .put, body: .urlEncoded(["a": "", "b": "1"]),
        headers: ["If-Match": "\"1\""], announces: .updated("orders", "7")),
      APIRequest(path: "orders/7", method: .delete, announces: false),
      APIRequest(
        url: URL(filePath: "/"), method: .post, body: .data(Data([1, 2]), contentType: "a/b")),
    ], [ServiceKeys.snake, .camel])
  func `a stored request is sent byte for byte, with the same key`(
    request: APIRequest, keys: ServiceKeys
  ) async throws {
    var request = request
    if request.url != nil { request.url = try url("https://shop.test/v1/a%2Fb?x=%20&y#f") }
    let requests = try await sent(request, keys: keys)
    #expect(requests.count == 2)
    #expect(requests[0].url == requests[1].url)
    #expect(requests[0].method == requests[1].method)
    #expect(requests[0].body?.data == requests[1].body?.data)
    let fields = requests.map { request in
      request.headers.map { "\($0.name): \($0.value)" }.sorted()
    }
    #expect(fields[0] == fields[1])
  }

  @Test func `what is left out stays left out, and an empty segment is kept`() async throws {
    var request = APIRequest(
      url: try url("https://shop.test/v1/a//b"), method: .put, body: .json([:]),
      headers: ["Host": "other.test"])
    for name in ["Accept", "Content-Type"] {
      #expect(request.headers.add(typed: "\(name):") == nil)
    }
    let requests = try await sent(request)
    #expect(
      requests.map(\.url.absoluteString) == Array(repeating: "https://shop.test/v1/a//b", count: 2))
    #expect(
      requests.allSatisfy { $0.headers["Accept"] == nil && $0.headers["Content-Type"] == nil })
    #expect(requests.allSatisfy { $0.headers["Host"] == "other.test" })
  }

  @Test func `credentials of a request are not stored`() throws {
    var request = APIRequest(path: "a", method: .post, headers: ["X-Key": "1", "Cookie": "c"])
    request.unauthorizedHeaders = request.headers
    request.headers["Authorization"] = "Bearer secret-secret"
    request.headers["X-Key"] = "signed-secret"
    let stored = try #require(StoredRequest(request, address: Self.owner.address))
    let text = String(decoding: try JSONEncoder().encode(stored.head), as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("Cookie"))
    #expect(text.contains("X-Key"))
  }

  @Test func `a stream cannot be stored`() {
    let body = APIBody.stream(contentType: "a/b") { () throws(APIError) in .empty }
    #expect(
      StoredRequest(APIRequest(path: "a", method: .post, body: body), address: "x") == nil)
  }

  @Test func `an id replaces a queued write's name in the path`() throws {
    var stored = try #require(
      StoredRequest(APIRequest(path: "a/q-3/b/q-33", method: .put), address: "x"))
    stored.replace("q-3", with: "r/1")
    #expect(stored.path.segments == ["a", "r/1", "b", "q-33"])
    let address = try url("https://shop.test/v1/a/q-3?q=q-3")
    var absolute = try #require(
      StoredRequest(APIRequest(url: address, method: .put), address: Self.owner.address))
    #expect(absolute.path.segments == ["a", "q-3"])
    absolute.replace("q-3", with: "r/1")
    #expect(
      absolute.request(of: Self.owner)?.url?.absoluteString
        == "https://shop.test/v1/a/r%2F1?q=q-3")
  }

  @Test func `a body knows its fields`() {
    #expect(
      APIBody.formData([
        "a": "1", "tags": ["x", "y"], "file": FormDataPart(Data([1]), fileName: "f.gif"),
      ]).fields == [
        "a": "1", "tags": ["x", "y"], "file": ["file_name": "f.gif", "size": 1],
      ])
    #expect(APIBody.urlEncoded(["a": 1, "b": ""]).fields == ["a": "1", "b": ""])
    #expect(APIBody.json(["a": 1]).fields == ["a": 1])
    let json = Data(#"{"a": 1}"#.utf8)
    #expect(APIBody.data(json, contentType: "application/json").fields == ["a": 1])
    #expect(APIBody.data(json, contentType: "text/plain").fields == nil)
    #expect(APIBody.encoded(Item(id: "x", price: 2)).fields == ["id": "x", "price": 2])
    #expect(APIBody.data(Data(), contentType: "a/b").fields == nil)
  }
}
