/// The requested part of a long list.
public struct PageSelection: Sendable, Equatable {
  /// The page to start with, counted from 1; nil for the first.
  public let page: Int?

  /// The page size; nil leaves it to the server.
  public let perPage: Int?

  /// Whether all pages are requested.
  public let isAll: Bool

  /// Creates a selection: by default, the first page.
  public init(page: Int? = nil, perPage: Int? = nil, isAll: Bool = false) {
    self.page = page
    self.perPage = perPage
    self.isAll = isAll
  }
}
