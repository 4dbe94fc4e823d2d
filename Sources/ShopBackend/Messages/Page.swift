import CoreJSON
import WebMessages

/// The page of a list that a request asks for, with the shop's parameters or JSON:API's.
struct Page {
  let number: Int
  let size: Int

  /// Whether this is only the beginning of the requested page.
  private var isPart = false

  var offset: Int { (number - 1) * size }

  init(_ request: ShopRequest) throws(ShopProblem) {
    number = try Self.integer(ShopRequest.pageNumberNames, in: request, 1...1_000_000_000) ?? 1
    size = try Self.integer(ShopRequest.pageSizeNames, in: request, 1...1_000) ?? 20
  }

  private init(partOf page: Page, size: Int) {
    number = page.offset / size + 1
    self.size = size
    isPart = true
  }

  /// Returns a page that begins at the same element and has at most `count` elements, at least 1.
  ///
  /// Its size divides this page's size, so that its number is an integer.
  func beginning(of count: Int) -> Page {
    let size = (1...max(count, 1)).last { self.size % $0 == 0 } ?? 1
    return Page(partOf: self, size: size)
  }

  /// Adds the headers with the list's total and the link to the next page.
  func describe(total: Int, in response: inout ShopResponse, for request: ShopRequest) {
    response.headers["X-Total-Count"] = String(total)
    guard let next = next(total: total) else { return }
    response.headers["Link"] =
      "<\(request.address)?\(query(of: next, for: request))>; rel=\"next\""
  }

  /// Writes the members `links` and `meta` of a document.
  func describe(total: Int, in json: inout JSONWriter, for request: ShopRequest) {
    let last = max((total + size - 1) / size, 1)
    func link(_ relation: StaticString, to number: Int, _ json: inout JSONWriter) {
      json.member(relation, "\(request.path)?\(query(of: number, for: request))")
    }
    json.object("links") { json in
      json.member("self", request.pathAndQuery)
      link("first", to: 1, &json)
      if number > 1 { link("prev", to: min(number - 1, last), &json) }
      if let next = next(total: total) { link("next", to: next, &json) }
      link("last", to: last, &json)
    }
    json.object("meta") { json in
      json.key("total")
      json.integer(total)
    }
  }

  private func next(total: Int) -> Int? {
    offset + size < total ? number + 1 : nil
  }

  private func query(of number: Int, for request: ShopRequest) -> String {
    var items = request.query.filter { !ShopRequest.pageNumberNames.contains($0.name) }
    let name =
      request.format == .document ? ShopRequest.pageNumberNames[0] : ShopRequest.pageNumberNames[1]
    items.append((name: name, value: String(number)))
    if isPart {
      items.removeAll { ShopRequest.pageSizeNames.contains($0.name) }
      let name =
        request.format == .document ? ShopRequest.pageSizeNames[0] : ShopRequest.pageSizeNames[1]
      items.append((name: name, value: String(size)))
    }
    return URLEncoding.query(items)
  }

  /// Returns the first of the values, which must all be valid.
  private static func integer(
    _ names: [String], in request: ShopRequest, _ range: ClosedRange<Int>
  ) throws(ShopProblem) -> Int? {
    var found: Int?
    for name in names {
      let value = try request.onlyInteger(of: name, in: range)
      found = found ?? value
    }
    return found
  }
}
