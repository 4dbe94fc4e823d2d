import ShellCommands
import WebAPI
import WebFetching
import WebMessages

/// The records of lists that completion offers besides those listed last: of the lists before, of the first pages of
/// lists, and those that the service has found for the typed word.
@MainActor
final class ListSuggestions<Item: Resource> {
  /// A list whose records are known, of its first page or as they were listed.
  @MainActor
  private final class Known {
    let first: CollectionRequest<Item.Model>
    let fetch: CompletionFetch
    /// The end of the first page; nil if that is unknown.
    var end: ListPosition?
    /// The records that were listed before another list was.
    var listed: [Item.Model] = []

    init(of item: Item, clock: any Clock<Duration>) {
      first = CollectionRequest(of: item.noun.many, clock: clock, id: item.id(of:))
      fetch = CompletionFetch(clock: clock)
    }

    var records: [Item.Model] { listed.isEmpty ? first.elements : listed + first.elements }
  }

  /// The maximum numbers of lists, and of records in all of them.
  private static var mostLists: Int { 50 }
  private static var mostRecords: Int { 10_000 }
  /// How long a word must stay the same before the service is asked for it.
  private static var pause: Duration { .milliseconds(200) }

  private let item: Item
  private let clock: any Clock<Duration>
  /// The lists by their paths, the one that was used last at the end.
  private var lists: [(path: String, known: Known)] = []
  private let found: CollectionRequest<Item.Model>
  private let search: CompletionFetch
  /// The word for which the service has found records, and the path of their list.
  private var searched: (word: String, path: String)?

  init(of item: Item, clock: any Clock<Duration>) {
    (self.item, self.clock) = (item, clock)
    found = CollectionRequest(of: item.noun.many, clock: clock, id: item.id(of:))
    search = CompletionFetch(clock: clock)
  }

  /// Keeps the records of a list that another one replaces.
  func keep(_ records: [Item.Model], at path: String) { known(at: path).listed = records }

  /// The known records of the list at a path.
  func records(at path: String) -> [Item.Model] {
    lists.last { $0.path == path }?.known.records ?? []
  }

  /// What the service has found in the list at a path for a word.
  func found(for word: String, at path: String) -> [Item.Model] {
    searched.map { $0 == (word, path) } ?? false ? found.elements : []
  }

  /// Requests the first page of a list, unless it is known; then, if it is not the whole list, what the service finds
  /// for the typed word.
  func ask(
    for query: CompletionQuery, in listing: Item, _ source: (Item) -> PageSource<Item.Model>
  ) {
    let path = listing.resource
    let known = known(at: path)
    let first = known.first
    if first.needsUpdate() {
      let pages = source(listing)
      return known.fetch.start(path, for: query) {
        first.use(pages)
        let size = listing.paging.hasSizes ? CollectionRequest<Item.Model>.capacity : nil
        known.end = try await first.list(PageSelection(perPage: size), from: pages) { _ in }
      }
    }
    guard let end = known.end, end.hasMore else { return }
    let word = query.prefix
    let matching = listing.searching(word)
    query.notePart(of: end.total, isSearchable: matching != nil)
    guard !word.isEmpty, searched.map({ $0 != (word, path) }) ?? true, let matching else { return }
    let pages = source(matching)
    search.start("\(path)\n\(word)", for: query, after: Self.pause) { [self] in
      found.use(pages)
      try await found.list(PageSelection(), from: pages) { _ in searched = (word, path) }
    }
  }

  func apply(_ change: DataChange) {
    for (path, known) in lists {
      if change.touches(path) { known.listed = [] }
      if known.first.apply(change) { known.fetch.cancel() }
    }
    guard let path = found.source?.path, change.touches(path) else { return }
    search.cancel()
    found.expire()
    searched = nil
  }

  func forget() {
    for (_, known) in lists { known.fetch.cancel() }
    search.cancel()
    found.reset()
    (lists, searched) = ([], nil)
  }

  private func known(at path: String) -> Known {
    if let last = lists.last, last.path == path { return last.known }
    let index = lists.lastIndex { $0.path == path }
    let known = index.map { lists.remove(at: $0).known } ?? Known(of: item, clock: clock)
    lists.append((path, known))
    var count = lists.reduce(0) { $0 + $1.known.records.count }
    while lists.count > Self.mostLists || lists.count > 1 && count > Self.mostRecords {
      let oldest = lists.removeFirst().known
      oldest.fetch.cancel()
      count -= oldest.records.count
    }
    return known
  }
}
