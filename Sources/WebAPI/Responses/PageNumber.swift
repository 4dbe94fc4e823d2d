import FoundationEssentials
import WebMessages

/// The number of a page, in the query of an address.
struct PageNumber {
  private var address: URLComponents
  private let name: String

  /// The number; 1 if the address has none.
  let number: Int

  /// The number of elements in a page, if the address says so.
  let size: Int?

  init?(_ url: URL, _ format: ServiceFormat) {
    guard let address = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
    let items = address.queryItems ?? []
    func value(_ name: String) -> Int? {
      let item = items.last { $0.name == name || $0.name == format.queryNames[name] }
      // No list has that many pages, and larger numbers could overflow.
      return item?.value.flatMap { Int($0) }.flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
    }
    self.address = address
    let plain = items.contains { $0.name == "page" } ? "page" : nil
    name = plain ?? format.queryNames["page"] ?? "page"
    number = value("page") ?? 1
    size = value("per_page")
  }

  /// Returns the position before this page, if it is the first one that was requested.
  ///
  /// A server may return fewer elements in a page than requested.
  func start(_ count: Int, of total: Int) -> ListPosition {
    let before = number - 1
    if let size, before * size + count >= total || count >= size {
      return ListPosition(count: before * size, isKnown: true)
    }
    return ListPosition(count: before * count, isKnown: before == 0 || size != nil)
  }

  /// The address of the next page.
  var next: URL? {
    var next = address
    let others = (address.percentEncodedQueryItems ?? []).filter {
      PercentEncoding.decode($0.name) != name
    }
    let escaped = PercentEncoding.encode(name, keeping: PercentEncoding.query)
    next.percentEncodedQueryItems =
      others + [URLQueryItem(name: escaped, value: String(number + 1))]
    return next.url
  }
}
