public import FoundationEssentials

/// One page of a longer list.
public struct APIPage<Element> {
  /// The page's elements.
  public let elements: [Element]

  /// How many elements there are on all pages, where the server says so.
  public let total: Int?

  /// What to send for the page after this one; nil where the server names none.
  public let next: APIRequest?

  /// The address that the page came from; nil where nobody says.
  public let url: URL?

  /// Makes a page.
  public init(
    elements: [Element], total: Int? = nil, next: APIRequest? = nil, url: URL? = nil
  ) {
    self.elements = elements
    self.total = total
    self.next = next
    self.url = url
  }

  /// The same page with other elements, such as models in place of what was on the wire.
  ///
  /// - Throws: what `transform` throws.
  public func map<Mapped, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Mapped
  ) throws(Failure) -> APIPage<Mapped> {
    APIPage<Mapped>(
      elements: try elements.map(transform), total: total, next: next, url: url)
  }
}

extension APIPage: Sendable where Element: Sendable {}

extension APIPage {
  /// How many pages one walk may have; with pages of 1,000 that is a hundred million elements.
  static var maximumPages: Int { 100_000 }

  /// Gives this page and those after it one after another, to the last.
  ///
  /// ```swift
  /// try await service.products(listing).forEachPage(
  ///   of: "products", following: { try await service.products(following: $0) }
  /// ) { page in
  ///   for product in page.elements { print(product.name) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: what the elements are called, for an error's text: `products`.
  ///   - isFirst: whether this page is the list's first; then as many elements have to come as
  ///     the server counts.
  ///   - following: gets the page that another one names as its next.
  ///   - take: takes a page before the next one is asked for.
  /// - Throws: what `take` throws; `CancellationError` where `following` does; otherwise
  ///   ``APIPageError``: `failed` where `following` throws, `endless` where the pages go in a
  ///   circle, `incomplete` where fewer elements came than the server counts.
  public consuming func forEachPage(
    of elements: String, isFirst: Bool = true,
    following: (APIRequest) async throws -> APIPage, _ take: (APIPage) throws -> Void
  ) async throws {
    var page = self
    var (pages, count) = (0, 0)
    var total: Int?
    var visited: Set<Int> = []
    if let url = page.url { visited.insert(APIRequest(url: url).place) }
    while true {
      try take(page)
      pages += 1
      count += page.elements.count
      total = page.total ?? total
      guard let next = page.next else { break }
      guard !page.elements.isEmpty else {
        throw APIPageError.endless(elements, after: count, "an empty page names another")
      }
      guard visited.insert(next.place).inserted else {
        throw APIPageError.endless(elements, after: count, "a page comes again")
      }
      guard pages < Self.maximumPages else {
        throw APIPageError.endless(elements, after: count, "\(pages) pages have come")
      }
      do {
        page = try await following(next)
      } catch let error as CancellationError {
        throw error
      } catch {
        throw APIPageError.failed(elements, after: count, error)
      }
    }
    if isFirst, let total, count < total {
      throw APIPageError.incomplete(elements, count, of: total)
    }
  }
}

extension APIRequest {
  /// Tells where requests go in little memory: a walk remembers where it has been.
  fileprivate var place: Int {
    var hasher = Hasher()
    hasher.combine(url)
    if url == nil { hasher.combine(path) }
    hasher.combine(query)
    return hasher.finalize()
  }
}
