import WebAPI

/// How much of a list was shown.
public struct ListPosition: Sendable, Equatable {
  /// The number of elements up to the end of the last page shown.
  public var reached: Int

  /// The number of elements in the list, if the server reports it.
  public var total: Int?

  /// Whether another page follows.
  public var hasMore: Bool

  /// Why it is not known how the list goes on, or whether it does: a few words; nil if it is known.
  public internal(set) var doubt: String?

  /// Creates a position.
  public init(reached: Int, total: Int? = nil, hasMore: Bool) {
    self.reached = reached
    self.total = total
    self.hasMore = hasMore
  }

  /// Creates the position before a selected part of a list, whose first page is known.
  ///
  /// If the list is guessed, its second page may say where the first one began.
  init(before pages: PageSelection, _ first: APIPage<some Sendable>, isGuessed: Bool) {
    let count = first.elements.count
    let begin = isGuessed ? first.next?.listOffset.map { $0 - count } : nil
    self.init(
      reached: begin ?? ((pages.page ?? 1) - 1) * (pages.perPage ?? count), hasMore: false)
  }

  /// `count` is the number of the page's new elements, nil for all; `isNumbered` says that the
  /// list's pages do not link to the next one.
  mutating func advance(
    behind page: APIPage<some Sendable>, _ count: Int? = nil, isNumbered: Bool
  ) {
    reached += count ?? page.elements.count
    total = page.total
    doubt = page.next.map(\.unknownPage) ?? page.doubt
    hasMore =
      page.next != nil || (isNumbered && !page.elements.isEmpty && reached < page.total ?? 0)
  }

  mutating func shift(by count: Int) {
    reached += count
    if let total { self.total = total + count }
  }
}
