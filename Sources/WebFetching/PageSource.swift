public import WebAPI

/// How to request a list, and the path of its data.
///
/// ```swift
/// PageSource("orders") { try await service.orders($0) } following: {
///   try await service.orders(following: $0)
/// }
/// ```
public struct PageSource<Element: Sendable> {
  /// The path of the data, as in events: `products/p-7/reviews`.
  public let path: String

  /// Whether new elements come first in the list.
  public let isNewestFirst: Bool

  /// Whether ids and totals are guesses: no element is left out since another one has its id, and the list
  /// may have fewer elements than the service counts, and goes on only as a page says.
  public let isGuessed: Bool

  let first: (PageSelection) async throws -> APIPage<Element>
  let following: (APIRequest) async throws -> APIPage<Element>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - path: the path of the data, as in events.
  ///   - isNewestFirst: whether new elements come first in the list, so that they move the others.
  ///   - isGuessed: whether ids and totals are guesses.
  ///   - first: requests the first page of a selection.
  ///   - following: requests the next page, with the request from the previous page.
  public init(
    _ path: String, isNewestFirst: Bool = false, isGuessed: Bool = false,
    first: @escaping (PageSelection) async throws -> APIPage<Element>,
    following: @escaping (APIRequest) async throws -> APIPage<Element>
  ) {
    self.path = path
    (self.isNewestFirst, self.isGuessed) = (isNewestFirst, isGuessed)
    self.first = first
    self.following = following
  }
}

/// The requested part of a long list.
public struct PageSelection: Sendable, Equatable {
  /// The page to start with, counted from 1; nil for the first.
  public let page: Int?

  /// The page size; nil leaves it to the server.
  public let perPage: Int?

  /// Whether all pages from the first one on are requested.
  public let isAll: Bool

  /// The maximum number of pages, if all are requested; an empty one that another one follows does not count.
  public let most: Int?

  /// Creates a selection: by default, the first page.
  public init(page: Int? = nil, perPage: Int? = nil, isAll: Bool = false, most: Int? = nil) {
    (self.page, self.perPage) = (page, perPage)
    (self.isAll, self.most) = (isAll, most)
  }
}
