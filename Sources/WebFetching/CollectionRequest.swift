public import Observation
import WebAPI

/// A list of a service that comes in pages.
///
/// It keeps the elements that were requested last, and knows how to go on: ``list(_:from:_:)`` and
/// ``more(_:)`` pass a command the elements of each page.
///
/// ```swift
/// let orders = CollectionRequest<Order>(of: "orders", id: \.id)
/// …
/// let position = try await orders.list(pages, from: source) { page in … }
/// ```
@Observable @MainActor
public final class CollectionRequest<Element: Sendable> {
  /// The maximum number of stored elements; of a longer list, the last ones are stored.
  public static var capacity: Int { 1000 }

  /// The elements requested last: with all pages, those of the last page.
  public internal(set) var elements: [Element] = []

  /// How much of the list was requested; nil if there is no list.
  public internal(set) var position: ListPosition?

  /// The number of the last page requested, counted from 1; 0 if there is none.
  public private(set) var currentPage = 0

  /// What is requested: by the last list that was answered.
  public private(set) var source: PageSource<Element>?

  /// The part of the list that is requested.
  public private(set) var pages = PageSelection()

  var changes = ElementChanges()

  /// Whether a stored element was deleted, so that those after it have moved to earlier pages.
  @ObservationIgnored var hasMovedUp = false

  @ObservationIgnored private var last: Place?
  @ObservationIgnored private var next: Place?
  @ObservationIgnored private var isNumbered = false
  @ObservationIgnored private var record = FetchRecord()
  /// Returns the time since the last page was received; nil if there is no list.
  @ObservationIgnored private var age: (() -> Duration)?
  private let clock: any Clock<Duration>
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
    self.clock = clock
  }

  /// The number of elements in the list; nil if the server does not say, or if there is no list.
  public var total: Int? { position?.total }

  /// Whether there is another page.
  public var hasMoreContent: Bool { position?.hasMore == true }

  /// Whether others have changed the list since it was requested.
  public var isStale: Bool { !changes.isEmpty }

  /// Whether the list must be requested: there is none, others have changed it, or it is too old.
  ///
  /// - Parameter seconds: how long a list is good.
  public func needsUpdate(in seconds: Double = 900) -> Bool {
    guard !isStale, let age else { return true }
    return age() >= .seconds(seconds)
  }

  /// Says what will be listed, so that ``apply(_:)`` knows it; drops the elements of another path.
  package func use(_ source: PageSource<Element>) {
    if self.source?.path != source.path { expire() }
    self.source = source
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
    let first = try await FetchRecord.perform { try await source.first(pages) }
    let isNumbered = first.next == nil
    var position = ListPosition(before: pages, first.elements.count)
    if accept(number) {
      start(source, pages, position)
      self.isNumbered = isNumbered
    }
    func take(_ page: APIPage<Element>) async throws {
      position.advance(behind: page, isNumbered: isNumbered)
      if record.current == number, accept(number) {
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
          return try await FetchRecord.perform {
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
          return try await FetchRecord.perform { try await source.first(next) }
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
    /// Requests a page; returns nil if another list has taken the place of this one.
    func page(_ place: Place) async throws -> APIPage<Element>? {
      let page = try await FetchRecord.perform {
        if let link = place.link {
          try await source.following(link)
        } else {
          try await source.first(place.pages)
        }
      }
      return record.current == number && accept(number) ? page : nil
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

  /// Drops the list; what is requested already is not stored.
  public func expire() {
    record.forget()
    age = nil
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

  /// Whether the answer of a request counts; if so, the list is up to date from now on.
  private func accept(_ number: Int) -> Bool {
    guard record.accept(number) else { return false }
    age = Self.stopwatch(clock)
    return true
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Stores the elements of a page that were not stored before.
  private func store(_ page: APIPage<Element>, _ new: [Element]) {
    elements = Array((elements + new).suffix(Self.capacity))
    position?.advance(behind: page, new.count, isNumbered: isNumbered)
    let following = PageSelection(page: currentPage + 1, perPage: pages.perPage)
    next = hasMoreContent ? Place(pages: following, link: page.next) : nil
  }
}
