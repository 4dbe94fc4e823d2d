import WebAPI

/// Which part of a list is asked for.
struct Page {
  let number: Int
  let size: Int

  /// How many elements stand before the page.
  var offset: Int { (number - 1) * size }

  init(_ request: ShopRequest) throws(Refusal) {
    number = try Self.integer("page", in: request, 1...1_000_000_000) ?? 1
    size = try Self.integer("per_page", in: request, 1...1_000) ?? 20
  }

  /// Adds what a list's answer says about its pages.
  ///
  /// - Parameters:
  ///   - total: how many elements the whole list has.
  ///   - request: what was asked; the next page is asked for in the same way.
  func describe(total: Int, in response: inout ShopResponse, for request: ShopRequest) {
    response.headers["X-Total-Count"] = String(total)
    guard offset + size < total else { return }
    var items = request.query.filter { $0.name != "page" }
    items.append((name: "page", value: String(number + 1)))
    let query = items.map { "\(URLEncoding.encode($0.name))=\(URLEncoding.encode($0.value))" }
    response.headers["Link"] =
      "<\(request.address)?\(query.joined(separator: "&"))>; rel=\"next\""
  }

  private static func integer(
    _ name: String, in request: ShopRequest, _ range: ClosedRange<Int>
  ) throws(Refusal) -> Int? {
    guard let text = request.value(of: name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw .invalid(
        "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }
}
