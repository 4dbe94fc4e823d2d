import FoundationEssentials
import WebMessages

/// The page that an address asks for, from a number in its query.
struct PageNumber {
  /// The number; without one in the address, the number of the first page.
  let number: Int

  let size: Int?

  private let first: Int

  init(_ address: PageAddress, page: String, size: String?, first: Int = 1) {
    number = max(address.number(page) ?? first, first)
    self.size = size.flatMap { address.number($0) }.flatMap { $0 > 0 ? $0 : nil }
    self.first = first
  }

  /// Returns the list position before this page, assuming that it is the first one requested.
  ///
  /// A server may return fewer elements in a page than requested.
  func start(_ count: Int, of total: Int) -> PagePosition {
    let before = number - first
    if let size, before * size + count >= total || count >= size {
      return PagePosition(count: before * size, isKnown: true)
    }
    return PagePosition(count: before * count, isKnown: before == 0 || size != nil)
  }
}

/// The address of a page, with its query in parsed form.
struct PageAddress {
  private let components: URLComponents

  init?(_ url: URL?) {
    guard let url, let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return nil
    }
    self.components = components
  }

  func value(_ name: String) -> String? {
    components.queryItems?.last { $0.name == name }?.value
  }

  /// Whether it asks for a part of the list other than its beginning.
  var hasPlace: Bool {
    components.queryItems?.contains { Self.places.contains($0.name.plainName) } ?? false
  }

  /// The page size that it asks for.
  var size: Int? {
    components.queryItems?.first { Self.sizes.contains($0.name.plainName) }.flatMap {
      $0.value.flatMap { Int($0) }
    }
  }

  private static let places = NameTable(
    """
    page p pagenumber pageindex currentpage page[number] offset skip start startat startindex first \
    from after before since sinceid marker cursor pagetoken nexttoken continue
    """)
  private static let sizes = NameTable(
    "limit size perpage pagesize max maxresults count rows top take ps hitsperpage page[size]")

  func number(_ name: String) -> Int? {
    // No list has that many pages, and larger numbers could overflow.
    value(name).flatMap { Int($0) }.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
  }

  /// Returns the address with all values of a name replaced by this one.
  func setting(_ name: String, _ value: String) -> URL? {
    var address = components
    let others = (components.percentEncodedQueryItems ?? []).filter {
      PercentEncoding.decode($0.name) != name
    }
    func escaped(_ text: String) -> String {
      PercentEncoding.encode(text, keeping: PercentEncoding.query)
    }
    address.percentEncodedQueryItems =
      others + [URLQueryItem(name: escaped(name), value: escaped(value))]
    return address.url
  }
}
