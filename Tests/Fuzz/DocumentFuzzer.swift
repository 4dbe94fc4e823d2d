import CoreJSON
import FoundationEssentials
import WebMessages

@testable import WebAPI

private struct Item: Codable, Equatable {
  var id: String?
  var name: String?
  var price: Double?
  var currencyCode: String?
  var tags: [String]?

  private enum CodingKeys: String, CodingKey {
    case id, name, price, tags
    case currencyCode = "currency_code"
  }
}

/// The input is a byte of choices and the body of an answer: a list of resources, plain, in a container,
/// or as a document of JSON:API.
func fuzzDocument(_ input: [UInt8]) {
  guard let choices = input.first, let url = URL(string: "https://shop.test/v1/items") else {
    return
  }
  var request = APIRequest(
    url: url, method: .get, headers: ["Authorization": "Bearer a-secret-token"])
  // The session's credential, or one that the sender has written.
  if choices & 0x40 == 0 { request.unauthorizedHeaders = [:] }
  let body = Data(input.dropFirst())
  checkValue(body)
  var response = APIResponse(statusCode: 200, data: body, request: request)
  response.format = ServiceFormat.allCases[Int(choices) % ServiceFormat.allCases.count]
  response.keys = choices & 0x80 == 0 ? .snake : .camel
  checkPage(response)
  check { () throws(APIError) in try response.resource() as Item }
  check { () throws(APIError) in try response.nullableResource() as Item? }
  let status = 400 + Int(choices) % 200
  check { () throws(APIError) in
    try APIResponse(statusCode: status, data: body, request: request).verify()
  }
  checkForms(of: body, request)
}

private func checkPage(_ response: APIResponse) {
  check { () throws(APIError) in
    let page: APIPage<Item> = try response.pagedResource()
    promise(page.total ?? 0 >= 0)
    promise(page.elements.count <= response.data.count)
    guard let next = page.next else { return }
    promise(next.refusal != nil || next.url != nil)
    guard next.refusal == nil else { return }
    // Who goes on does so without the session's credential, and with the sender's own only where the list began.
    promise(response.request.unauthorizedHeaders == nil || next.headers["Authorization"] == nil)
    promise(next.home == response.request.url.map(Origin.init))
  }
}

/// A failure is said in bounded words, which hold nothing secret.
private func check<CellValue>(_ body: () throws(APIError) -> CellValue) {
  do throws(APIError) {
    _ = try body()
  } catch {
    checkBound(error.description)
    promise(!error.description.contains("a-secret-token"))
  }
}

/// A value is the same when it is written and read again, and an error is within the text.
private func checkValue(_ body: Data) {
  do throws(JSONError) {
    let value = try JSONValue(json: body)
    promise((try? JSONValue.check(body)) != nil)
    promise((try? JSONValue(json: value.jsonBytes)) == value)
  } catch {
    promise((0...body.count).contains(error.offset))
    // A check builds no text.
    let isOfText = error.reason == .notUTF8 || error.reason == .halfSurrogate
    promise(isOfText || (try? JSONValue.check(body)) == nil)
  }
}

/// A list of objects is the same list in each of the three forms.
private func checkForms(of body: Data, _ request: APIRequest) {
  guard let value = try? JSONValue(json: body),
    case .array(let elements) = value
  else { return }
  var objects: [JSONValue] = []
  for element in elements {
    guard case .object(var attributes) = element, attributes["attributes"] == nil else { return }
    attributes["type"] = nil
    var object: JSONObject = ["type": "items"]
    object["id"] = attributes["id"]
    attributes["id"] = nil
    object["attributes"] = .object(attributes)
    objects.append(.object(object))
  }
  let plain = items(value, .plain, request)
  promise(plain == items(["data": value], .container, request))
  promise(plain == items(["data": .array(objects)], .jsonapi, request))
}

/// Decodes the items of a body; nil if it is not a list of items.
private func items(
  _ value: JSONValue, _ format: ServiceFormat, _ request: APIRequest
) -> [Item]? {
  var response = APIResponse(statusCode: 200, data: Data(value.jsonBytes), request: request)
  response.format = format
  let items: [Item]? = try? response.resource() as [Item]
  return items
}
