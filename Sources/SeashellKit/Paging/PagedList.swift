public import Observation
public import WebAPI
public import WebFetching

/// A list that comes in pages: what was listed last, and how to go on.
///
/// ```swift
/// let listed = PagedList(of: "orders") { next in try await service.list(following: next) }
/// …
/// try await listed.list(pages, from: { try await service.list(pages) }) { order in … }
/// ```
@Observable @MainActor
public final class PagedList<Element: Sendable> {
  /// The maximum number of stored elements; of a longer list, the last ones are stored.
  public static var capacity: Int { 1000 }

  /// The elements listed last: with all pages, those of the last page.
  public private(set) var elements: [Element] = []

  /// How much of the list was shown; nil if there is no list.
  public private(set) var position: ListPosition?

  /// Whether ``more(_:)`` has another page.
  public var hasMore: Bool { position?.hasMore == true }

  private let name: String
  private let following: (APIRequest) async throws -> APIPage<Element>
  private var next: APIRequest?

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - name: what is listed, for errors: `orders`.
  ///   - following: requests the next page, with the request that the page before it has.
  public init(
    of name: String, following: @escaping (APIRequest) async throws -> APIPage<Element>
  ) {
    self.name = name
    self.following = following
  }

  /// Lists a page, or all pages.
  ///
  /// - Parameters:
  ///   - pages: which page, or all.
  ///   - first: requests the first of these pages. If it throws, the last list is kept.
  ///   - body: called with each element, before the next page is requested.
  /// - Throws: what `first` and `body` throw; `APIPageError` if the pages after the first do not give
  ///   the whole list.
  public func list(
    _ pages: PageSelection, from first: () async throws -> APIPage<Element>,
    _ body: (Element) throws -> Void
  ) async throws {
    let page = try await first()
    let number = pages.page ?? 1
    position = ListPosition(
      reached: (number - 1) * (pages.perPage ?? page.elements.count), hasMore: false)
    elements = []
    guard pages.isAll else { return try show(page, body) }
    try await page.forEachPage(of: name, isFirst: number == 1, following: following) { page in
      elements = []
      try show(page, body)
    }
  }

  /// Lists the next page of the last list; does nothing if there is none.
  public func more(_ body: (Element) throws -> Void) async throws {
    if hasMore, let next { try show(await following(next), body) }
  }

  /// Replaces the stored elements that meet a condition.
  public func replace(_ element: Element, where condition: (Element) -> Bool) {
    for index in elements.indices where condition(elements[index]) { elements[index] = element }
  }

  /// Removes the stored elements that meet a condition.
  public func removeAll(where condition: (Element) -> Bool) {
    elements.removeAll(where: condition)
  }

  /// Drops the list, so that ``more(_:)`` has nothing to continue.
  public func drop() {
    elements = []
    position = nil
    next = nil
  }

  private func show(_ page: APIPage<Element>, _ body: (Element) throws -> Void) throws {
    elements = Array((elements + page.elements).suffix(Self.capacity))
    next = page.next
    position?.reached += page.elements.count
    position?.total = page.total
    position?.hasMore = page.next != nil
    try page.elements.forEach(body)
  }
}
