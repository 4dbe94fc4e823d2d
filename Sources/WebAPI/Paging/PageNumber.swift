import CoreJSON
import FoundationEssentials
import WebMessages

/// The page that an address asks for, from a number in its query.
struct PageNumber {
  /// The number; without one in the address, the number of the first page.
  let number: Int

  let size: Int?

  let first: Int

  init(_ request: APIRequest, page: Paging.Parameter, size: Paging.Parameter?, first: Int = 1) {
    number = request.number(page) ?? first
    self.size = size.flatMap { request.number($0) }.flatMap { $0 > 0 ? $0 : nil }
    // A list whose page 0 is asked for begins with it.
    self.first = min(first, number)
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

  /// The query, in order.
  var query: APIQuery {
    var query = APIQuery()
    for item in components.queryItems ?? [] { query.append([item.name: item.value]) }
    return query
  }

  var withoutQuery: URL? {
    var address = components
    address.query = nil
    return address.url
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

// The values that a request has for the parameters of a paging.
extension APIRequest {
  /// Returns the text of a parameter; nil if the request does not have it.
  func text(_ parameter: Paging.Parameter) -> String? {
    switch parameter {
    case .query(let name): PageAddress(url)?.value(name)
    case .header(let name): headers[name]
    case .body(let path):
      path.split(separator: ".").reduce(body?.fields) { $0?[String($1)] }?.scalar
    case .members: nil
    }
  }

  func number(_ parameter: Paging.Parameter) -> Int? {
    // No list has that many pages, and larger numbers could overflow.
    text(parameter).flatMap { Int($0) }.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
  }

  /// Sets a parameter; returns false if the request cannot have it.
  mutating func set(_ parameter: Paging.Parameter, _ value: JSONValue) -> Bool {
    switch parameter {
    case .query(let name):
      guard let url = PageAddress(url)?.setting(name, value.scalar ?? value.jsonText) else {
        return false
      }
      self.url = url
    case .header(let name): headers[name] = value.scalar ?? value.jsonText
    case .body(let path):
      let body = self.body ?? .json([:])
      let path = path.split(separator: ".").map(String.init)
      guard let changed = body.setting(path[...], to: value) else { return false }
      self.body = changed
    case .members:
      guard case .object(let members) = value else { return false }
      for (name, value) in members where !set(.query(name), value) { return false }
    }
    return true
  }
}
