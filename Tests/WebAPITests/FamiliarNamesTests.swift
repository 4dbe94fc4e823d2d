import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

/// Every name that users of the API client know, spelled the way they know it.
@Suite struct FamiliarNamesTests {
  struct OrdersClient: APIClient {
    let baseURL: URL
    let version: String? = "v1"
    let transport: any Transport

    func willSendRequest(_ request: inout APIRequest) async throws {
      request.headers["Accept-Language"] = "en"
    }

    func didReceiveResponse(_ response: inout APIResponse) async throws {
      if response.statusCode == 410 { response.statusCode = 404 }
    }
  }

  struct Order: Decodable, Equatable {
    let id: String
    let unitPrice: Int?
  }

  struct Facets: Decodable, Equatable { let colors: [String] }

  private func client(_ transport: StubTransport) throws -> OrdersClient {
    OrdersClient(baseURL: try url("https://shop.test"), transport: transport)
  }

  @Test func `a request is built, sent and verified`() async throws {
    let transport = StubTransport(status: 201)
    let client = try client(transport)
    let request = APIRequest(
      path: "orders", version: "v2", method: .post, query: ["query": "mug", "page": nil],
      body: .json(["rating": 4]), headers: ["X-Note": "n"], cachePolicy: .standard)
    let response = try await request.response(on: client)
    try response.verify()
    #expect(response.statusCode == 201)
    let sent = try #require(transport.requests.first)
    #expect(sent.url.absoluteString == "https://shop.test/v2/orders?query=mug")
    #expect(sent.headers["X-Note"] == "n" && sent.headers["Accept-Language"] == "en")
    #expect(sent.body?.data == Data(#"{"rating":4}"#.utf8))
  }

  @Test(
    arguments: [
      (.get, "GET"), (.head, "HEAD"), (.post, "POST"), (.put, "PUT"), (.patch, "PATCH"),
      (.delete, "DELETE"), (.options, "OPTIONS"),
    ] as [(HTTPMethod, String)])
  func `a method is sent by its name`(method: HTTPMethod, name: String) async throws {
    let transport = StubTransport(status: 204)
    _ = try await APIRequest(path: "x", method: method).response(on: client(transport))
    #expect(transport.requests.map(\.method.rawValue) == [name])
    #expect(method.isWrite == !["GET", "HEAD", "OPTIONS"].contains(name))
  }

  @Test(arguments: [true, false])
  func `a request is sent again only if it may be`(retry: Bool) async throws {
    let transport = scripted(.answers(503), .answers(200))
    var client = try StubClient(transport)
    client.retries = retries(InstantClock())
    var request = APIRequest(path: "x")
    request.retry = retry
    let response = try await request.response(on: client)
    #expect(response.statusCode == (retry ? 200 : 503))
  }

  @Test func `a form is a literal of texts, bytes, lists and files`() async throws {
    let transport = StubTransport(status: 201)
    let client = try client(transport)
    let (photo, note): (Data, String?) = (Data("GIF".utf8), nil)
    let body: APIBody = .formData([
      "title": "Mug", "tags": ["blue", "large"], "raw": photo, "more": [photo, photo],
      "photo": FormDataPart(photo, fileName: "mug.gif", contentType: "image/gif"),
      "note": note,
    ])
    let request = APIRequest(path: "orders", method: .post, body: body)
    try await request.response(on: client).verify()
    let sent = String(decoding: transport.requests.first?.body?.data ?? Data(), as: UTF8.self)
    let names = sent.split(separator: "name=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(names == ["title", "tags", "tags", "raw", "more", "more", "photo", "mug.gif"])
    #expect(sent.contains("image/gif\r\n\r\nGIF\r\n") && sent.contains("\"title\"\r\n\r\nMug\r\n"))
  }

  @Test func `a query, fields and a form are made from dictionaries, by name`() async throws {
    let transport = StubTransport(status: 201)
    let client = try client(transport)
    let filters = ["status": "open", "query": "mug", "note": ""]
    let fields = ["X-B": "2", "X-A": "1"]
    let texts = ["title": "Mug", "comment": "blue"]
    let request = APIRequest(
      path: "orders", method: .post, query: APIQuery(filters), body: .formData(FormData(texts)),
      headers: HTTPHeaders(fields))
    try await request.response(on: client).verify()
    let sent = try #require(transport.requests.first)
    #expect(sent.url.query() == "query=mug&status=open")
    #expect(sent.headers.map(\.name).filter { $0.hasPrefix("X-") } == ["X-A", "X-B"])
    let form = String(decoding: sent.body?.data ?? Data(), as: UTF8.self)
    #expect(form.split(separator: "name=\"").dropFirst().map(\.first) == ["c", "t"])
    #expect(APIQuery(["page": 2, "all": nil]) == ["page": 2])
    let mixed: [String: (any LosslessStringConvertible)?] = ["b": 2, "c": nil, "a": true]
    #expect(APIQuery(mixed) == ["a": true, "b": 2])
  }

  @Test func `a resource is decoded, or is nil or empty`() throws {
    let response = answer(200, #"{"id":"o-1","unit_price":3}"#)
    let order: Order = try response.resource(.snakeCase)
    #expect(order == Order(id: "o-1", unitPrice: 3))
    let camel = answer(200, #"{"id":"o-1","unitPrice":3}"#)
    #expect(try camel.resource(.camelCase) == order)
    let none: Order? = try answer(404).nullableResource(.snakeCase)
    #expect(none == nil)
    #expect(try answer(204).emptyableResource(.snakeCase) == [Order]())
  }

  @Test func `a single call needs no client`() async throws {
    let transport = StubTransport(status: 200, #"{"id":"o-1","unit_price":3}"#)
    let url = try url("https://shop.test/orders/o-1")
    let order: Order = try await NetworkRequester.request(
      url: url, method: .put, headers: ["X-Note": "n"], body: .json(["rating": 4]), jwt: "abc",
      decoder: .snakeCase, on: transport)
    #expect(order == Order(id: "o-1", unitPrice: 3))
    #expect(transport.requests.first?.headers["Authorization"] == "Bearer abc")
  }

  @Test(
    arguments: [
      (Unconnected.name, "api.unconnected"), (Unauthorized.name, "api.unauthorized"),
      (Forbidden.name, "api.forbidden"), (DataInserted.name, "api.data.inserted"),
      (DataUpdated.name, "api.data.updated"), (DataDeleted.name, "api.data.deleted"),
      (DataInvalidated.name, "api.data.invalidated"),
    ])
  func `an event has the name of its notification`(name: String, known: String) {
    #expect(name == known)
  }
}

struct OrderDTO: Equatable {
  var id: String
  var total: Decimal
  var note: String?
  var customer: String?
}

extension OrderDTO: JSONReadable {
  init(from reader: inout JSONReader) throws(DecodingError) {
    id = try reader.member("id")
    total = try reader.member("total_amount")
    note = try reader.member("note")  // nil if it is null or missing, since it is optional
    customer = try reader.member("customer")
  }
}
