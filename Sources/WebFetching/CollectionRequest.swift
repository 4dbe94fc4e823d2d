public import Observation
public import WebAPI

/// A list that a service returns in pages.
///
/// It keeps the elements requested last and its position in the list. ``list(_:from:first:_:)`` and ``more(_:)``
/// pass the elements of each page to a command.
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

  /// The elements requested last.
  public internal(set) var elements: [Element] = []

  /// How much of the list was requested, if there is a list.
  public internal(set) var position: ListPosition?

  /// The number of the last requested page, from 1; 0 before the first.
  public private(set) var currentPage = 0

  /// The source of the last list that was received.
  public private(set) var source: PageSource<Element>?

  /// The requested part of the list.
  public private(set) var pages = PageSelection()

  var changes = ElementChanges()

  /// Whether a stored element was deleted, which moves later elements to earlier pages.
  @ObservationIgnored var hasMovedUp = false

  @ObservationIgnored private var last: Place?
  @ObservationIgnored private var next: Place?
  @ObservationIgnored private var isNumbered = false
  @ObservationIgnored private var record = FetchRecord()
  /// Returns the time since the last page arrived, if there is a list.
  @ObservationIgnored private var age: (() -> Duration)?
  private let clock: any Clock<Duration>
  private let name: String
  let id: (Element) -> String

  /// As many pages were requested as were wanted.
  private struct Enough: Error {}

  private struct Place {
    let pages: PageSelection
    let link: APIRequest?
    var page: Int { pages.page ?? 1 }
  }

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - name: what the list contains, for errors: `orders`.
  ///   - clock: measures the age of the elements.
  ///   - id: returns an element's id, as in events; empty for an element without one.
  public init(
    of name: String, clock: any Clock<Duration> = ContinuousClock(),
    id: @escaping (Element) -> String
  ) {
    self.name = name
    self.id = id
    self.clock = clock
  }

  /// The number of elements in the list, if there is a list and the server reports it.
  public var total: Int? { position?.total }

  /// Whether there is another page.
  public var hasMoreContent: Bool { position?.hasMore == true }

  /// Whether anyone else has changed the list since it was requested.
  public var isStale: Bool { !changes.isEmpty }

  /// Whether the list must be requested, since there is none, or it is stale or too old.
  ///
  /// - Parameter seconds: the maximum age of a list.
  public func needsUpdate(in seconds: Double = 900) -> Bool {
    guard !isStale, let age else { return true }
    return age() >= .seconds(seconds)
  }

  /// Sets the source of the next list, so that ``apply(_:)`` knows its path; drops the elements of another
  /// path.
  package func use(_ source: PageSource<Element>) {
    if self.source?.path != source.path { expire() }
    self.source = source
  }

  /// Requests a page, several pages or all.
  ///
  /// It does not cancel other requests, so several commands can request lists at once; the last list is
  /// stored.
  ///
  /// - Parameters:
  ///   - pages: the page, or several. Of more than ``capacity`` elements the last ones are stored.
  ///   - source: the source of the list.
  ///   - first: requests the first page; nil to request it from the source.
  ///   - show: called with the elements of each page. The second page is requested after it returns for the
  ///     first; each further page is requested while the previous one is shown, since a reader who goes
  ///     beyond the first page usually wants all. If it throws, that request is cancelled.
  /// - Returns: the position reached in the list.
  /// - Throws: what the source and `show` throw; `APIPageError` if the following pages do not complete the
  ///   list; the ``WebAPI/APIPage/failure`` of a page, after it was shown. If the first page cannot be requested, the
  ///   previous list is kept.
  @discardableResult
  public func list(
    _ pages: PageSelection, from source: PageSource<Element>,
    first: (() async throws -> APIPage<Element>)? = nil,
    _ show: ([Element]) async throws -> Void
  ) async throws -> ListPosition {
    let number = record.begin()
    let first = try await FetchRecord.perform {
      if let first { try await first() } else { try await source.first(pages) }
    }
    let isNumbered = first.next == nil && !source.isGuessed
    var position = ListPosition(before: pages, first, isGuessed: source.isGuessed)
    if accept(number) {
      start(source, pages, position)
      self.isNumbered = isNumbered
    }
    func take(_ page: APIPage<Element>) async throws {
      position.advance(behind: page, isNumbered: isNumbered)
      if record.current == number, accept(number) {
        if let next { last = next }
        currentPage += 1
        store(page, page.elements)
      }
      try await show(page.elements)
    }
    guard pages.isAll else {
      try await take(first)
      if let failure = first.failure { throw failure }
      return position
    }
    do {
      var left = pages.most ?? .max
      try await forEachPage(
        from: first, pages, source, isNumbered: isNumbered, hasAnother: { left > 1 }
      ) { page in
        try await take(page)
        // An empty page was only asked for to find the next one.
        left -= page.elements.isEmpty && page.next != nil ? 0 : 1
        if left == 0, position.hasMore, page.failure == nil { throw Enough() }
      }
    } catch is Enough {
    }
    return position
  }

  /// Requests the pages from the first one on, and passes each to a closure.
  ///
  /// `hasAnother` returns whether the page after the one that is passed next may be wanted, so that it is requested
  /// early.
  private func forEachPage(
    from first: APIPage<Element>, _ pages: PageSelection, _ source: PageSource<Element>,
    isNumbered: Bool, hasAnother: () -> Bool, _ take: (APIPage<Element>) async throws -> Void
  ) async throws {
    let start = pages.page ?? 1
    var ahead: Task<APIPage<Element>, any Error>?
    do {
      try await first.forEachPage(
        of: name, isFirst: start == 1 && !source.isGuessed,
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
          guard isNumbered else { return nil }
          let next = PageSelection(page: start + count - 1, perPage: pages.perPage)
          return try await FetchRecord.perform { try await source.first(next) }
        },
        ahead: { next in
          guard hasAnother() else { return }
          ahead = Task.immediate { try await source.following(next) }
          // Let the request pass the actors of the service and its store before the page is shown, which
          // never suspends.
          for _ in 0..<Self.turnsToSend { await Task.yield() }
        }, take)
    } catch {
      ahead?.cancel()
      _ = await ahead?.result
      throw error
    }
  }

  /// How many pages in a row may be empty.
  private static var mostEmptyPages: Int { 10 }

  /// How many turns the next page's request gets before a page is shown.
  private static var turnsToSend: Int { 8 }

  /// Requests the next page of elements; does nothing if there are no more.
  ///
  /// Additions and deletions shift the pages. So elements that are already stored are skipped, and the last
  /// page is requested again if elements may have moved to it.
  ///
  /// - Parameter show: called with the new elements.
  /// - Throws: what the source and `show` throw. The stored elements then stay.
  public func more(_ show: ([Element]) async throws -> Void) async throws {
    guard hasMoreContent, let source else { return }
    let number = record.current
    /// Requests a page; returns nil if another list has meanwhile replaced this one.
    func page(_ place: Place) async throws -> APIPage<Element>? {
      let page = try await FetchRecord.perform {
        if let link = place.link {
          try await source.following(link)
        } else {
          try await source.first(place.pages)
        }
      }
      return record.current == number && accept(number) ? page.following(place.link) : nil
    }
    if hasMovedUp, let last {
      guard let page = try await page(last) else { return }
      hasMovedUp = false
      let isShown = Set(elements.lazy.map(id)).subtracting([""]).contains
      let firstNew = page.elements.lastIndex { isShown(id($0)) }.map { $0 + 1 } ?? 0
      let new = Array(page.elements[firstNew...])
      store(page, new)
      try await show(new)
    }
    // At most the stored elements can be repeated.
    var repeated = 0
    while let next, repeated <= Self.capacity {
      guard let page = try await page(next) else { return }
      last = next
      currentPage = next.page
      let isShown = source.isGuessed ? { _ in false } : Set(elements.lazy.map(id)).contains
      let new = page.elements.filter { !isShown(id($0)) }
      store(page, new)
      try await show(new)
      if let failure = page.failure { throw failure }
      // An empty page that another one follows was only asked for to find that one.
      if !new.isEmpty || page.elements.isEmpty && page.next == nil { break }
      repeated +=
        page.elements.isEmpty ? Self.capacity / Self.mostEmptyPages : page.elements.count
    }
  }

  /// Drops the list; the results of pending requests are not stored.
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

  /// Drops the list and its source.
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
    elements = []
    currentPage = (pages.page ?? 1) - 1
    changes = ElementChanges()
    hasMovedUp = false
    last = Place(pages: PageSelection(page: pages.page, perPage: pages.perPage), link: nil)
    next = nil
  }

  /// Decides whether the answer to a request counts; if so, the list is up to date from now on.
  private func accept(_ number: Int) -> Bool {
    guard record.accept(number) else { return false }
    age = Self.stopwatch(clock)
    return true
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  private func store(_ page: APIPage<Element>, _ new: [Element]) {
    if new.count >= Self.capacity {
      elements = new.count == Self.capacity ? new : Array(new.suffix(Self.capacity))
    } else {
      let overflow = elements.count + new.count - Self.capacity
      if overflow > 0 { elements.removeFirst(overflow) }
      elements += new
    }
    position?.advance(behind: page, new.count, isNumbered: isNumbered)
    let following = PageSelection(page: currentPage + 1, perPage: pages.perPage)
    next = hasMoreContent ? Place(pages: following, link: page.next) : nil
  }
}
