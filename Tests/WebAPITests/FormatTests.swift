import CoreJSON
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

/// One client program against services of every format and spelling.
@Suite struct FormatTests {
  private struct Product: Codable, Equatable {
    var id: String
    var price: Decimal
    var currencyCode: String
    var image: String?
    var added: Date?

    enum CodingKeys: String, CodingKey {
      case id, price
      case currencyCode = "currency_code"
      case image, added
    }
  }

  private struct Bare: Decodable, Equatable {
    var id: String
    var currencyCode: String
  }

  private static let product = Product(
    id: "p-1", price: 4.5, currencyCode: "EUR", added: Date(timeIntervalSince1970: 0))

  /// The product's JSON in a format and spelling.
  private static func text(_ format: ServiceFormat, _ keys: ServiceKeys) -> String {
    let code = keys == .snake ? "currency_code" : "currencyCode"
    let fields =
      #""price":4.50,"\#(code)":"EUR","image":null,"added":"1970-01-01T00:00:00Z""#
    return format == .jsonapi
      ? #"{"type":"products","id":"p-1","attributes":{\#(fields)},"relationships":{}}"#
      : #"{"id":"p-1",\#(fields)}"#
  }

  private static let services: [(ServiceFormat, ServiceKeys)] = ServiceFormat.allCases.flatMap {
    format in ServiceKeys.allCases.map { (format, $0) }
  }

  private func response(
    _ format: ServiceFormat, _ keys: ServiceKeys, _ body: String, status: Int = 200,
    headers: HTTPHeaders = [:]
  ) async throws -> APIResponse {
    var client = try StubClient(StubTransport(status: status, headers: headers, body))
    client.format = format
    client.keys = keys
    return try await APIRequest(path: "products").response(on: client)
  }

  @Test(arguments: services)
  func `a single resource is read in every format`(format: ServiceFormat, keys: ServiceKeys)
    async throws
  {
    let text = Self.text(format, keys)
    let body = format == .plain ? text : #"{"data":\#(text),"meta":{}}"#
    let response = try await response(format, keys, body)
    let product: Product = try response.resource()
    #expect(product == Self.product)
    #expect(try response.nullableResource() == Self.product)
    let bare: Bare = try response.resource(keys == .snake ? .snakeCase : .camelCase)
    #expect(bare == Bare(id: "p-1", currencyCode: "EUR"))
    #expect(try response.resource(.snakeCase) == bare)
  }

  @Test(arguments: services)
  func `a page is read in every format`(format: ServiceFormat, keys: ServiceKeys) async throws {
    let list = "[\(Self.text(format, keys)),\(Self.text(format, keys))]"
    let next = "https://shop.test/v1/products?page=2"
    let body =
      format == .plain
      ? list : #"{"data":\#(list),"meta":{"total":9},"links":{"next":"\#(next)"}}"#
    let headers: HTTPHeaders =
      format == .plain ? ["X-Total-Count": "9", "Link": "<\(next)>; rel=next"] : [:]
    let response = try await response(format, keys, body, headers: headers)
    let page: APIPage<Product> = try response.pagedResource()
    #expect(page.elements == [Self.product, Self.product])
    #expect(page.total == 9)
    #expect(page.next?.url?.absoluteString == next)
    #expect(try response.emptyableResource() == [Self.product, Self.product])
  }

  @Test(arguments: ServiceFormat.allCases)
  func `an empty response is nil or an empty list in every format`(format: ServiceFormat)
    async throws
  {
    for (status, body) in [
      (204, ""), (404, #"{"errors":[{"detail":"No."}]}"#), (200, ""),
      (200, format == .plain ? "null" : #"{"data":null}"#),
    ] {
      let response = try await response(format, .snake, body, status: status)
      let product: Product? = try response.nullableResource()
      #expect(product == nil)
      let products: [Product] = try response.emptyableResource()
      #expect(products.isEmpty)
      #expect(throws: APIError.self) { let _: Product = try response.resource() }
    }
  }

  @Test(arguments: ServiceFormat.allCases)
  func `a decoding error names its place in every format`(format: ServiceFormat) async throws {
    let good = Self.text(format, .snake)
    let bad = good.replacing("4.50", with: "[]")
    let list = "[\(good),\(bad)]"
    let response = try await response(
      format, .snake, format == .plain ? list : #"{"data":\#(list)}"#)
    let error = #expect(throws: APIError.self) {
      let _: APIPage<Product> = try response.pagedResource()
    }
    let place =
      switch format {
      case .plain: "[1].price"
      case .container: "data[1].price"
      case .jsonapi: "data[1].attributes.price"
      }
    #expect(error?.code == .unavailable)
    #expect(error?.detail?.hasPrefix("'\(place)' is a list, and should be ") == true)
  }

  @Test func `a document's errors are thrown, whatever else it has`() async throws {
    let body = """
      {"errors":[{"status":"422","title":"Invalid","detail":"Too low.",
      "source":{"pointer":"/data/attributes/rating"}}]}
      """
    for format in [ServiceFormat.container, .jsonapi] {
      let response = try await response(format, .snake, body)
      let error = #expect(throws: APIError.self) { let _: Product = try response.resource() }
      #expect(error?.status == 422)
      #expect(error?.code == .unprocessable)
      #expect(error?.fields == [FieldError("rating", .other("Too low."))])
    }
  }

  @Test func `a service of JSON API may answer single requests without it`() async throws {
    struct Grant: Decodable, Equatable { let access: String }
    let response = try await response(.jsonapi, .snake, #"{"access":"a"}"#)
    #expect(try response.resource() == Grant(access: "a"))
    let list: [Int] = try await self.response(.jsonapi, .snake, "[1,2]").resource()
    #expect(list == [1, 2])
  }

  @Test func `a resource without attributes, and one with others inside, is read`() async throws {
    struct Dimensions: Decodable, Equatable { let id: Int }
    struct Thing: Decodable, Equatable {
      let id: String
      let type: String
      let size: Dimensions?
      let tags: [String]?
    }
    let bare = try await response(.jsonapi, .snake, #"{"data":{"type":"t","id":"1"}}"#)
    #expect(try bare.resource() == Thing(id: "1", type: "t", size: nil, tags: nil))
    let whole = try await response(
      .jsonapi, .snake,
      #"{"data":{"type":"t","id":"1","attributes":{"size":{"id":5},"tags":["a"]}}}"#)
    #expect(try whole.resource() == Thing(id: "1", type: "t", size: Dimensions(id: 5), tags: ["a"]))
    let dictionary: [String: JSONValue] = try whole.resource()
    #expect(Set(dictionary.keys) == ["id", "type", "size", "tags"])
  }

  @Test(arguments: [
    (#","relationships":{"owner":{"data":{"type":"users","id":"u-1"}}}"#, "u-1"),
    (#","relationships":{"owner":{"data":null}}"#, nil),
    (#","relationships":{"owner":{"data":[{"type":"users","id":"u-1"}]}}"#, nil),
    (#","relationships":{"owner":{"links":{"related":"/users/u-1"}}}"#, nil),
    (#","relationships":{"name":{"data":{"type":"names","id":"n-1"}}}"#, nil),
    (#","relationships":[]"#, nil), (#","relationships":null"#, nil), ("", nil),
  ])
  func `the id of a related resource is read by the relationship's name`(
    relationships: String, owner: String?
  ) async throws {
    struct Thing: Decodable, Equatable {
      let id: String
      let name: String
      let owner: String?
    }
    let response = try await response(
      .jsonapi, .snake,
      #"{"data":[{"type":"t","id":"1","attributes":{"name":"a"}\#(relationships)}]}"#)
    let page: APIPage<Thing> = try response.pagedResource()
    #expect(page.elements == [Thing(id: "1", name: "a", owner: owner)])
  }

  @Test func `a link in a document may be an object`() async throws {
    let response = try await response(
      .jsonapi, .snake, #"{"data":[],"links":{"next":{"href":"/v1/products?page=2"}}}"#)
    let page: APIPage<Product> = try response.pagedResource()
    #expect(page.next?.url?.absoluteString == "https://shop.test/v1/products?page=2")
  }

  @Test(
    arguments: [
      (.plain, "application/json, */*;q=0.5", "page=2&per_page=5&sort=-price"),
      (.container, "application/json, */*;q=0.5", "page=2&per_page=5&sort=-price"),
      (
        .jsonapi, "application/vnd.api+json, */*;q=0.5",
        "page%5Bnumber%5D=2&page%5Bsize%5D=5&sort=-price"
      ),
    ] as [(ServiceFormat, String, String)])
  func `a request uses the service's format and spelling`(
    format: ServiceFormat, accept: String, query: String
  ) async throws {
    let transport = StubTransport(status: 200)
    var client = try StubClient(transport)
    client.format = format
    let request = APIRequest(path: "x", query: ["page": 2, "per_page": 5, "sort": "-price"])
    _ = try await request.response(on: client)
    #expect(transport.requests.first?.headers["Accept"] == accept)
    #expect(transport.requests.first?.url.query(percentEncoded: true) == query)
  }

  @Test func `only our own bodies follow the service's spelling`() async throws {
    let value: JSONValue = ["refresh_token": "a_b", "list": [["per_page": 1.5]]]
    let json = #"{"my_key":"a_b"}"#
    let transport = StubTransport(status: 200)
    var client = try StubClient(transport)
    client.keys = .camel
    for body in [
      APIBody.json(value), .encoded(Self.product),
      .data(Data(json.utf8), contentType: "application/json"),
    ] {
      _ = try await APIRequest(path: "x", method: .put, body: body).response(on: client)
    }
    let sent = transport.requests.compactMap { $0.body?.data }
    let decoded = try JSONDecoder().decode(JSONValue.self, from: sent[0])
    #expect(decoded == ["refreshToken": "a_b", "list": [["perPage": 1.5]]])
    #expect(try JSONDecoder().decode(JSONValue.self, from: sent[1])["currencyCode"] == "EUR")
    #expect(String(decoding: sent[2], as: UTF8.self) == json)
  }

  @Test(arguments: [
    (#"{"a_b":1,"c":"x_y"}"#, #"{"aB":1,"c":"x_y"}"#),
    (#"{"a_b" : {"c_d":["e_f","g_h:"]}}"#, #"{"aB" : {"cD":["e_f","g_h:"]}}"#),
    (#"{"_a__b_":1,"a_1":2,"":3}"#, #"{"_a__b_":1,"a_1":2,"":3}"#),
    (#"{"a\"c_b":"\\","d_e":1}"#, #"{"a\"cB":"\\","dE":1}"#), (#""a_b""#, #""a_b""#), ("12", "12"),
    ("", ""),
    (#"{"a_b"#, #"{"a_b"#),
  ])
  func `only keys are respelled`(json: String, camel: String) {
    #expect(String(decoding: CamelKeys.of(Data(json.utf8)), as: UTF8.self) == camel)
  }

  @Test(arguments: [
    ("currencyCode", "currency_code"), ("imageURL", "image_url"), ("URLPath", "url_path"),
    ("id", "id"), ("per_page", "per_page"), ("stars1", "stars1"), ("aB", "a_b"), ("", ""),
  ])
  func `fields are found by their snake-case names`(camel: String, snake: String) {
    #expect(CamelKeys.snake(camel) == snake)
  }
}
