import CoreJSON
import FoundationEssentials
import SeashellTesting
import Testing
import WebMessages

@testable import WebAPI

/// A type that reads itself, against services of every format and spelling.
@Suite struct ReadableTests {
  private static let services: [(ServiceFormat, ServiceKeys)] = ServiceFormat.allCases.flatMap {
    format in ServiceKeys.allCases.map { (format, $0) }
  }

  private static func text(_ format: ServiceFormat, _ keys: ServiceKeys) -> String {
    let total = keys == .snake ? "total_amount" : "totalAmount"
    return format == .jsonapi
      ? #"{"type":"orders","id":"o-1","attributes":{"\#(total)":4.50,"id":7},"relationships":{"customer":{"data":{"type":"c","id":"c-1"}},"note":{"data":{"id":"n"}},"total_amount":[]}}"#
      : #"{"\#(total)":4.50,"id":"o-1","customer":"c-1","note":"n","added":[1]}"#
  }

  private func response(
    _ format: ServiceFormat, _ body: String, _ keys: ServiceKeys = .snake, status: Int = 200
  ) -> APIResponse {
    var response = APIResponse(
      statusCode: status, headers: ["Content-Type": "application/json"], data: Data(body.utf8),
      request: APIRequest(path: "orders"))
    (response.format, response.keys) = (format, keys)
    return response
  }

  @Test(arguments: services)
  func `a readable type and a list of it are read`(format: ServiceFormat, keys: ServiceKeys) throws
  {
    let order = OrderDTO(id: "o-1", total: 4.5, note: "n", customer: "c-1")
    let text = Self.text(format, keys)
    func body(_ text: String) -> String {
      format == .plain ? text : #"{"meta":{"total":1},"data":\#(text),"links":{}}"#
    }
    for decoder in [ResourceDecoder.plain, .camelCase, .snakeCase] {
      #expect(try response(format, body(text), keys).resource(decoder) == order)
    }
    #expect(try response(format, body(text), keys).nullableResource() == order)
    let list = response(format, body("[\(text),\(text)]"), keys)
    #expect(try list.resource() == [order, order])
    let page: APIPage<OrderDTO> = try list.pagedResource()
    #expect(page.elements == [order, order])
    #expect(page.total == (format == .plain ? nil : 1))
    let marked = response(format, "\u{FEFF}" + body(text), keys)
    #expect(try marked.resource() == order)
  }

  @Test(arguments: ServiceFormat.allCases)
  func `an empty response is nil or an empty list of a readable type`(format: ServiceFormat) throws
  {
    for (status, body) in [
      (204, ""), (404, #"{"errors":[{"detail":"No."}]}"#), (200, ""),
      (200, format == .plain ? "null" : #"{"data":null}"#),
    ] {
      let response = response(format, body, status: status)
      let order: OrderDTO? = try response.nullableResource()
      #expect(order == nil)
      let orders: [OrderDTO] = try response.emptyableResource()
      #expect(orders.isEmpty)
      #expect(throws: APIError.self) { let _: OrderDTO = try response.resource() }
    }
  }

  @Test(arguments: ServiceFormat.allCases)
  func `a readable type's error names its place`(format: ServiceFormat) throws {
    let good = Self.text(format, .snake)
    let list = "[\(good),\(good.replacing("4.50", with: "[]"))]"
    let response = response(format, format == .plain ? list : #"{"data":\#(list)}"#)
    let error = #expect(throws: APIError.self) {
      let _: APIPage<OrderDTO> = try response.pagedResource()
    }
    let place =
      switch format {
      case .plain: "[1].total_amount"
      case .container: "data[1].total_amount"
      case .jsonapi: "data[1].attributes.total_amount"
      }
    #expect(error?.detail == "'\(place)' is a list, and should be a number")
  }

  @Test(arguments: [
    (#"[{"id":"a","total_amount":1},{"id":"b"}]"#, "'[1].total_amount' is missing"),
    (#"[{"totalAmount":1,"id":"b"}]"#, "'[0].total_amount' is missing, but 'totalAmount' is there"),
    (#"[{"id":null}]"#, "'[0].id' is null, and should be text"),
    (#"[{"id":"a","total_amount":1e999}]"#, "'[0].total_amount' has a value that cannot be read"),
    (#"{"id":"secret"}"#, "the response is an object, and should be a list"),
    (
      #"{"data":[]}"#,
      "the response is an object, and should be a list; the response is a container with 'data', not plain JSON"
    ),
    (#"[{"id":5},}"#, "the response is not valid JSON"),
    ("[secret", "the response is not valid JSON"),
    ("", "the response has no body"),
  ])
  func `a readable type's error says which field, which type and where`(
    body: String, detail: String
  ) {
    let error = #expect(throws: APIError.self) {
      let _: [OrderDTO] = try response(.plain, body).resource()
    }
    #expect(error?.detail == detail)
  }

  @Test func `a document's errors are thrown for a readable type`() throws {
    let body = #"{"data":5,"errors":[{"status":"422","title":"Invalid"}]}"#
    for format in [ServiceFormat.container, .jsonapi] {
      let error = #expect(throws: APIError.self) {
        let _: [OrderDTO] = try response(format, body).resource()
      }
      #expect(error?.status == 422)
    }
  }

  @Test func `a service of JSON API may answer without a document`() throws {
    let orders: [OrderDTO] = try response(.jsonapi, #"[{"id":"a","total_amount":1}]"#).resource()
    #expect(orders == [OrderDTO(id: "a", total: 1)])
    let bare: OrderDTO = try response(.jsonapi, #"{"data":{"total_amount":1,"id":"a"}}"#).resource()
    #expect(bare == OrderDTO(id: "a", total: 1))
  }
}
