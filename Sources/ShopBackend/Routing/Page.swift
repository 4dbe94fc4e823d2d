import WebMessages

/// Which part of a list is asked for, by the shop's own names or by JSON:API's.
struct Page {
  /// The names that say which page, the one that counts first.
  private static let numberNames = ["page[number]", "page"]
  private static let sizeNames = ["page[size]", "per_page"]

  let number: Int
  let size: Int

  /// Whether a query's item says something about pages.
  static func isName(_ name: String) -> Bool {
    (numberNames + sizeNames).contains(name)
  }

  /// Whether it is a part of the page that was asked for.
  private var isPart = false

  /// How many elements stand before the page.
  var offset: Int { (number - 1) * size }

  init(_ request: ShopRequest) throws(Refusal) {
    number = try Self.integer(Self.numberNames, in: request, 1...1_000_000_000) ?? 1
    size = try Self.integer(Self.sizeNames, in: request, 1...1_000) ?? 20
  }

  private init(partOf page: Page, size: Int) {
    number = page.offset / size + 1
    self.size = size
    isPart = true
  }

  /// A page of at most so many elements that begins where this one does.
  ///
  /// Its size divides that of this page, so that a number says where it begins.
  ///
  /// - Parameter count: at least 1.
  func beginning(of count: Int) -> Page {
    let size = (1...max(count, 1)).last { self.size % $0 == 0 } ?? 1
    return Page(partOf: self, size: size)
  }

  /// Adds what a list's answer says about its pages in its headers.
  ///
  /// - Parameters:
  ///   - total: how many elements the whole list has.
  ///   - request: what was asked; the next page is asked for in the same way.
  func describe(total: Int, in response: inout ShopResponse, for request: ShopRequest) {
    response.headers["X-Total-Count"] = String(total)
    guard let next = next(total: total) else { return }
    response.headers["Link"] =
      "<\(request.address)?\(query(of: next, for: request))>; rel=\"next\""
  }

  /// Writes what a document says about its pages: the members `links` and `meta`.
  func describe(total: Int, in json: inout JSONWriter, for request: ShopRequest) {
    let last = max((total + size - 1) / size, 1)
    json.key("links")
    json.openObject()
    json.key("self")
    json.string(request.pathAndQuery)
    link("first", to: 1, in: &json, for: request)
    if number > 1 { link("prev", to: min(number - 1, last), in: &json, for: request) }
    if let next = next(total: total) { link("next", to: next, in: &json, for: request) }
    link("last", to: last, in: &json, for: request)
    json.closeObject()
    json.key("meta")
    json.openObject()
    json.key("total")
    json.integer(total)
    json.closeObject()
  }

  private func next(total: Int) -> Int? {
    offset + size < total ? number + 1 : nil
  }

  private func link(
    _ relation: StaticString, to number: Int, in json: inout JSONWriter, for request: ShopRequest
  ) {
    json.key(relation)
    json.string("\(request.path)?\(query(of: number, for: request))")
  }

  private func query(of number: Int, for request: ShopRequest) -> String {
    var items = request.query.filter { !Self.numberNames.contains($0.name) }
    let name = request.format == .document ? Self.numberNames[0] : Self.numberNames[1]
    items.append((name: name, value: String(number)))
    if isPart {
      items.removeAll { Self.sizeNames.contains($0.name) }
      let name = request.format == .document ? Self.sizeNames[0] : Self.sizeNames[1]
      items.append((name: name, value: String(size)))
    }
    return URLEncoding.query(items)
  }

  /// The value that counts; all of them must make sense.
  private static func integer(
    _ names: [String], in request: ShopRequest, _ range: ClosedRange<Int>
  ) throws(Refusal) -> Int? {
    var found: Int?
    for name in names {
      guard let text = try request.onlyValue(of: name) else { continue }
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text),
        range.contains(value)
      else {
        throw .invalid(
          parameter: name,
          "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
      }
      found = found ?? value
    }
    return found
  }
}
