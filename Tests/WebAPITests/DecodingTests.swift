import FoundationEssentials
import Testing
import WebAPI
import WebMessages

@Suite struct DecodingTests {
  struct Price: Decodable, Equatable { var currencyCode: String }

  struct WirePrice: Decodable, Equatable {
    var currencyCode: String
    enum CodingKeys: String, CodingKey { case currencyCode = "currency_code" }
  }

  struct Moment: Decodable { var at: Date }

  @Test func `keys are used unchanged, or read from snake case`() throws {
    let snake = answer(200, #"{"currency_code":"EUR"}"#)
    let camel = answer(200, #"{"currencyCode":"EUR"}"#)
    #expect(try snake.resource(.snakeCase) == Price(currencyCode: "EUR"))
    #expect(try camel.resource(.camelCase) == Price(currencyCode: "EUR"))
    #expect(try snake.resource() == WirePrice(currencyCode: "EUR"))
    #expect(try snake.resource(.plain) == WirePrice(currencyCode: "EUR"))
    let own = JSONDecoder()
    own.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try snake.resource(ResourceDecoder(own)) == Price(currencyCode: "EUR"))
  }

  @Test(arguments: [
    ("1970-01-01T00:00:10Z", 10), ("1970-01-01T00:00:10.25Z", 10.25),
    ("1970-01-01T02:00:00+02:00", 0), ("1970-01-01T00:00:00.5-0100", 3600.5),
  ])
  func `dates are ISO 8601 with or without fractions`(text: String, seconds: Double) throws {
    for decoder in [ResourceDecoder.plain, .camelCase, .snakeCase] {
      let moment: Moment = try answer(200, "{\"at\":\"\(text)\"}").resource(decoder)
      #expect(moment.at.timeIntervalSince1970 == seconds)
    }
  }

  @Test(arguments: [
    (#"[{"id":"a"},{"price":1}]"#, "'[1].id' is missing"),
    (#"[{"id":"a","price":"secret"}]"#, "'[0].price' is text, and should be a number"),
    (#"[{"id":null}]"#, "'[0].id' is null, and should be text"),
    (#"{"id":"secret"}"#, "the response is an object, and should be a list"),
    ("[secret", "the response is not JSON but an HTML page"),
    ("", "the response has no body"),
  ])
  func `a decoding error says which field, which type and where`(
    body: String, detail: String
  ) {
    let answer = answer(200, body, headers: ["Content-Type": "text/html; charset=utf-8"])
    let error = #expect(throws: APIError.self) { let _: [Item] = try answer.resource() }
    #expect(error?.code == .unavailable)
    #expect(error?.status == 200)
    #expect(error?.detail == detail)
    #expect(
      error?.description == "unexpected response: \(detail) (GET products, 200)")
  }

  @Test(
    arguments: [
      ("application/json; charset=utf-8", "valid JSON"), ("Application/VND.API+json", "valid JSON"),
      ("text/plain", "JSON but text/plain"), (nil, "JSON"),
    ] as [(String?, String)])
  func `an unreadable body is reported with the type that it claims to have`(
    type: String?, what: String
  ) {
    var headers = HTTPHeaders()
    headers["Content-Type"] = type
    let answer = answer(200, "[secret", headers: headers)
    let error = #expect(throws: APIError.self) { let _: [Item] = try answer.resource() }
    #expect(error?.detail == "the response is not \(what)")
  }

  @Test(arguments: [
    (#"{"at":"soon"}"#, "'at' is text, and should be a date such as 2026-01-31T12:00:00Z"),
    (#"{"at":5}"#, "'at' is a number, and should be text"),
  ])
  func `an invalid date is reported like any other field`(body: String, detail: String) {
    let error = #expect(throws: APIError.self) { let _: Moment = try answer(200, body).resource() }
    #expect(error?.detail == detail)
  }

  @Test func `a value that does not fit its type is reported without the value`() {
    struct Count: Decodable { var n: Int8 }
    let error = #expect(throws: APIError.self) {
      let _: Count = try answer(200, #"{"n":4711}"#).resource()
    }
    #expect(error?.detail?.hasSuffix(" has a value that cannot be read") == true)
    #expect(error?.description.contains("4711") == false)
  }

  @Test func `a write whose answer cannot be decoded may have been applied`() {
    let request = APIRequest(path: "x", method: .post)
    let error = #expect(throws: APIError.self) {
      let _: Item = try answer(201, "{}", to: request).resource()
    }
    #expect(error?.mayHaveBeenApplied == true)
  }

  @Test func `the status is checked before the body`() {
    let error = #expect(throws: APIError.self) {
      let _: Item = try answer(403, #"{"id":"a"}"#).resource()
    }
    #expect(error?.code == .forbidden)
  }

  @Test(arguments: [(204, ""), (404, #"{"message":"no"}"#), (200, ""), (200, "null")])
  func `an empty response decodes as nil or no elements`(status: Int, body: String) throws {
    let answer = answer(status, body)
    let item: Item? = try answer.nullableResource()
    #expect(item == nil)
    let items: [Item] = try answer.emptyableResource()
    #expect(items.isEmpty)
  }

  @Test func `a nullable resource is decoded, and failures still throw`() throws {
    let item: Item? = try answer(200, #"{"id":"a"}"#).nullableResource(.snakeCase)
    #expect(item == Item(id: "a"))
    let items: [Item] = try answer(200, #"[{"id":"a"}]"#).emptyableResource(.camelCase)
    #expect(items == [Item(id: "a")])
    #expect(throws: APIError.self) { let _: Item? = try answer(410).nullableResource() }
    #expect(throws: APIError.self) { let _: [Item] = try answer(500).emptyableResource() }
    #expect(throws: APIError.self) { let _: Item? = try answer(200, "[]").nullableResource() }
  }
}
