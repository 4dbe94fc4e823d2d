public import FoundationEssentials
public import Observation
import WebAPI

/// A list of a service that comes in pages.
///
/// It keeps the elements that were requested last, and knows how to go on. ``list(_:from:_:)`` and
/// ``more(_:)`` pass a command the elements of each page; ``FetchableObject/fetch(refreshing:)`` and
/// ``fetchMoreContents()`` are for views, which observe ``elements`` and ``phase``.
///
/// ```swift
/// let orders = CollectionRequest<Order>(of: "orders", id: \.id)
/// …
/// let position = try await orders.list(pages, from: source) { page in … }
/// ```
@Observable @MainActor
public final class CollectionRequest<Element: Sendable>: FetchableObject {
  /// The maximum number of stored elements; of a longer list, the last ones are stored.
  public static var capacity: Int { 1000 }

  /// The elements requested last: with all pages, those of the last page.
  public internal(set) var elements: [Element] = []

  /// How much of the list was requested; nil if there is no list.
  public internal(set) var position: ListPosition?

  /// The number of the last page requested, counted from 1; 0 if there is none.
  public private(set) var currentPage = 0

  /// What is requested: by the last list that was answered, or by ``use(_:_:)``.
  public private(set) var source: PageSource<Element>?

  /// The part of the list that is requested.
  public private(set) var pages = PageSelection()

  var changes = ElementChanges()

  /// Whether a stored element was deleted, so that those after it have moved to earlier pages.
  @ObservationIgnored var hasMovedUp = false

  @ObservationIgnored private var last: Place?
  @ObservationIgnored private var next: Place?
  @ObservationIgnored private var isNumbered = false
  private var isLoadingMore = false
  private let record: FetchRecord
  private let name: String
  let id: (Element) -> String

  /// Where a page is.
  private struct Place {
    let pages: PageSelection
    let link: APIRequest?
    var page: Int { pages.page ?? 1 }
  }

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - name: what is listed, for errors: `orders`.
  ///   - clock: measures how old the elements are.
  ///   - id: returns an element's id, as events have it.
  public init(
    of name: String, clock: any Clock<Duration> = ContinuousClock(),
    id: @escaping (Element) -> String
  ) {
    self.name = name
    self.id = id
    record = FetchRecord(clock)
  }

  /// The number of elements in the list; nil if the server does not say, or if there is no list.
  public var total: Int? { position?.total }

  /// Whether there is another page.
  public var hasMoreContent: Bool { position?.hasMore == true }

  /// Whether no elements are stored.
  public var contentUnavailable: Bool { elements.isEmpty }

  /// When the last page was received; nil if there is no list.
  public var lastUpdated: Date? { record.lastUpdated }

  /// The time since the last page was received; nil if there is no list.
  public var age: Duration? { record.age }

  /// Whether others have changed the list since it was requested.
  public var isStale: Bool { !changes.isEmpty }

  /// Whether the newest request is running.
  public var isLoading: Bool { record.isLoading }

  /// The error of the newest request; nil if it succeeded, was cancelled, or is the first one.
  public var loadingError: (any Error)? { record.loadingError }

  /// What a view shows.
  public var phase: FetchPhase {
    FetchPhase(
      isLoading: isLoading, isLoadingMore: isLoadingMore, hasError: loadingError != nil,
      isEmpty: contentUnavailable)
  }

  /// Chooses what ``FetchableObject/fetch(refreshing:)`` requests; drops the elements of another path.
  public func use(_ source: PageSource<Element>, _ pages: PageSelection = PageSelection()) {
    if self.source?.path != source.path { expire() }
    self.source = source
    self.pages = pages
  }

  /// Requests the list anew; without a source it does nothing.
  public func fetch(refreshing: Bool = false) async {
    guard let source else { return }
    if !refreshing { expire() }
    await record.overtake { [self, pages] in try await list(pages, from: source) { _ in } }
  }

  /// Requests the next page, and adds its elements; does nothing if there is none, or if the list is
  /// being requested already.
  ///
  /// If it fails, ``loadingError`` is set and the elements stay.
  public func fetchMoreContents() async {
    guard hasMoreContent, !record.isFetching else { return }
    await record.overtake { [self] in try await more { _ in } }
  }

  /// Requests a page, or all pages.
  ///
  /// It does not cancel other requests, so several commands can list at once; the last one is stored.
  ///
  /// - Parameters:
  ///   - pages: which page, or all. Of all pages only the last one is stored.
  ///   - source: what is requested.
  ///   - show: called with the elements of each page. The second page is requested when it returns, and each
  ///     further one while the page before it is shown, since a reader who went beyond the first page
  ///     mostly wants all. If it throws, that request is cancelled.
  /// - Returns: how much of the list was passed to `show`.
  /// - Throws: what the source and `show` throw; `APIPageError` if the pages after the first do not
  ///   give the whole list. If the first page cannot be requested, the last list is kept.
  @discardableResult
  public func list(
    _ pages: PageSelection, from source: PageSource<Element>,
    _ show: ([Element]) async throws -> Void
  ) async throws -> ListPosition {
    let number = record.begin()
    let first = try await record.perform(number) { try await source.first(pages) }
    let isNumbered = first.next == nil
    var position = ListPosition(before: pages, first.elements.count)
    if record.accept(number) {
      start(source, pages, position)
      self.isNumbered = isNumbered
    }
    func take(_ page: APIPage<Element>) async throws {
      position.advance(behind: page, isNumbered: isNumbered)
      if record.current == number, record.accept(number) {
        elements = []
        currentPage += 1
        store(page, page.elements)
      }
      try await show(page.elements)
    }
    guard pages.isAll else {
      try await take(first)
      return position
    }
    let start = pages.page ?? 1
    var ahead: Task<APIPage<Element>, any Error>?
    do {
      try await first.forEachPage(
        of: name, isFirst: start == 1,
        following: { next in
          defer { ahead = nil }
          return try await record.perform(number) {
            guard let ahead else { return try await source.following(next) }
            return try await withTaskCancellationHandler {
              try await ahead.value
            } onCancel: {
              ahead.cancel()
            }
          }
        },
        numbered: { count in
          let next = PageSelection(page: start + count - 1, perPage: pages.perPage)
          return try await record.perform(number) { try await source.first(next) }
        },
        ahead: { next in
          ahead = Task.immediate { try await source.following(next) }
          // The request passes the actors of a service and of its store before it is sent, and then the
          // page is shown without a pause.
          for _ in 0..<Self.turnsToSend { await Task.yield() }
        }, take)
    } catch {
      ahead?.cancel()
      _ = await ahead?.result
      throw error
    }
    return position
  }

  /// How many turns the request for the next page gets before a page is shown.
  private static var turnsToSend: Int { 8 }

  /// Requests the elements after the last one, as a further page; does nothing if there are none.
  ///
  /// Added and deleted elements shift the pages. Elements that are stored already are left out. If
  /// elements may have moved to the last page, it is requested again.
  ///
  /// - Parameter show: called with the new elements.
  /// - Throws: what the source and `show` throw. The elements that are there stay.
  public func more(_ show: ([Element]) async throws -> Void) async throws {
    guard hasMoreContent, let source else { return }
    let number = record.current
    isLoadingMore = true
    defer { isLoadingMore = false }
    /// Requests a page; returns nil if another list has taken the place of this one.
    func page(_ place: Place) async throws -> APIPage<Element>? {
      let page = try await record.perform(number) {
        if let link = place.link {
          try await source.following(link)
        } else {
          try await source.first(place.pages)
        }
      }
      return record.current == number && record.accept(number) ? page : nil
    }
    if hasMovedUp, let last {
      guard let page = try await page(last) else { return }
      hasMovedUp = false
      let isShown = Set(elements.lazy.map(id)).contains
      let firstNew = page.elements.lastIndex { isShown(id($0)) }.map { $0 + 1 } ?? 0
      let new = Array(page.elements[firstNew...])
      store(page, new)
      try await show(new)
    }
    // No more elements can be repeated than are stored.
    var repeated = 0
    while let next, repeated <= Self.capacity {
      guard let page = try await page(next) else { return }
      last = next
      currentPage = next.page
      let isShown = Set(elements.lazy.map(id)).contains
      let new = page.elements.filter { !isShown(id($0)) }
      store(page, new)
      try await show(new)
      if !new.isEmpty || page.elements.isEmpty { break }
      repeated += page.elements.count
    }
  }

  /// Drops the list, and cancels what is running; the next fetch requests the same again.
  public func expire() {
    record.forget()
    elements = []
    position = nil
    currentPage = 0
    changes = ElementChanges()
    hasMovedUp = false
    (last, next) = (nil, nil)
  }

  /// Drops the list, and what it was requested by.
  public func reset() {
    expire()
    source = nil
    pages = PageSelection()
  }

  private func start(
    _ source: PageSource<Element>, _ pages: PageSelection, _ position: ListPosition
  ) {
    self.source = source
    self.pages = pages
    self.position = position
    currentPage = (pages.page ?? 1) - 1
    changes = ElementChanges()
    hasMovedUp = false
    last = Place(pages: PageSelection(page: pages.page, perPage: pages.perPage), link: nil)
  }

  /// Stores the elements of a page that were not stored before.
  private func store(_ page: APIPage<Element>, _ new: [Element]) {
    elements = Array((elements + new).suffix(Self.capacity))
    position?.advance(behind: page, new.count, isNumbered: isNumbered)
    let following = PageSelection(page: currentPage + 1, perPage: pages.perPage)
    next = hasMoreContent ? Place(pages: following, link: page.next) : nil
  }
}
