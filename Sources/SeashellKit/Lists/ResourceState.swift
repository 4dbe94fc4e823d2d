public import ShellCommands
import ShellOutput
public import WebAPI
public import WebFetching
public import WebMessages

/// What a module's commands listed and showed last of a resource, for `more` and `refresh`, and the candidates
/// for completion.
///
/// ```swift
/// let orders = ResourceState(service, of: OrderListing(), clock: context.clock)
/// …
/// let position = try await orders.list(OrderListing(status: .open), pages, show)
/// let order = try await orders.record("o-1", of: OrderListing())
/// ```
///
/// ``ListCommand``, ``ShowCommand``, ``MoreCommand`` and ``RefreshCommand`` are its commands.
@MainActor
public final class ResourceState<Item: Resource> {
  @MainActor
  private final class Kept {
    private(set) lazy var listed = CollectionRequest(of: item.noun.many, clock: clock) {
      [unowned self] in (listing ?? item).id(of: $0)
    }
    var listing: Item?
    /// What was requested last, also if that has failed.
    var asked: (list: Item, pages: PageSelection)?
    let shown = ResourceRequest<Item.Model>()
    let changes = ResourceChanges()
    private(set) lazy var suggestions = ListSuggestions(of: item, clock: clock)
    private let item: Item
    private let clock: any Clock<Duration>

    init(of item: Item, clock: any Clock<Duration>) {
      (self.item, self.clock) = (item, clock)
    }
  }

  /// The models listed last.
  public var listed: CollectionRequest<Item.Model> { kept.listed }

  /// The list that was shown last; nil if there is none.
  public var listing: Item? { kept.listing }

  /// The list that was requested last, also if that has failed; nil if there is none.
  public var requested: Item? { kept.asked?.list }

  /// The record requested last.
  public var shown: ResourceRequest<Item.Model> { kept.shown }

  /// Counts the changes that ``apply(_:)`` received, for the commands that show them.
  public var changes: ResourceChanges { kept.changes }

  /// Reads the lists and the records.
  public let service: any ResourceService<Item>

  /// A list of the resource, for what all its lists have in common.
  let item: Item

  /// The command that lists, for messages: `orders list`.
  let command: String

  /// The kept requests by environment; a job uses the environment with which it began.
  private var all: [String: Kept] = [:]
  private let clock: any Clock<Duration>

  /// Creates the state of a resource of which nothing was listed.
  ///
  /// - Parameters:
  ///   - service: reads the lists and the records.
  ///   - item: any list of the resource. Its noun and paging, and the ids and names of its records, are those
  ///     of all lists.
  ///   - command: the command that lists; by default the plural of the noun, and `list`. Its first word is
  ///     the module's name.
  ///   - clock: measures how old the elements are.
  public init(
    _ service: some ResourceService<Item>, of item: Item, listedBy command: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.service = service
    self.item = item
    self.command = command ?? "\(item.noun.many) list"
    self.clock = clock
  }

  private var kept: Kept {
    let environment = service.environment?.description ?? ""
    if let kept = all[environment] { return kept }
    let kept = Kept(of: item, clock: clock)
    all[environment] = kept
    return kept
  }

  /// Lists a page, or several.
  ///
  /// - Parameters:
  ///   - listing: the list to request.
  ///   - pages: which pages.
  ///   - first: requests the first page; nil to request it from the service.
  ///   - show: called with the elements of each page, as `CollectionRequest` does.
  /// - Returns: which part of the list was shown.
  /// - Throws: as `CollectionRequest` does.
  @discardableResult
  public func list(
    _ listing: Item, _ pages: PageSelection = PageSelection(),
    first: (() async throws -> APIPage<Item.Model>)? = nil,
    _ show: ([Item.Model]) async throws -> Void
  ) async throws -> ListPosition {
    let (kept, listed) = (kept, listed)
    kept.asked = (listing, pages)
    var wait: ProgressScope.Wait?
    defer { wait?.end() }
    let (path, records) = (listed.source?.path, listed.elements)
    return try await listed.list(pages, from: source(listing), first: first) { elements in
      if let path, path != listing.resource { kept.suggestions.keep(records, at: path) }
      kept.listing = listing
      try await show(elements)
      guard pages.isAll, let scope = ProgressScope.current, let position = listed.position
      else { return }
      let update = ProgressUpdate(
        item.noun.many, done: Double(position.reached), total: position.total.map(Double.init))
      if let wait { wait.show(update) } else { wait = scope.begin(.count, update) }
    }
  }

  /// Requests a record, and keeps it as the one shown last.
  ///
  /// - Throws: what the service throws.
  @discardableResult
  public func record(_ id: String, of listing: Item) async throws -> Item.Model {
    try await shown.load(listing.resource(of: id)) { [service] in
      try await service.record(id, of: listing)
    }
  }

  /// Lists the next page of the last list; does nothing after the last page.
  ///
  /// - Throws: `ShellError` `usage` if there is no list, or if it was dropped.
  public func more(_ show: ([Item.Model]) async throws -> Void) async throws {
    guard listed.position != nil else { throw notListed }
    try await listed.more(show)
  }

  /// Repeats what was requested last, even after the list was dropped or could not be requested.
  ///
  /// - Returns: which part of the list was shown.
  /// - Throws: `ShellError` `usage` if nothing was listed.
  public func refresh(_ show: ([Item.Model]) async throws -> Void) async throws -> ListPosition {
    guard let asked = kept.asked else { throw notListed }
    return try await list(asked.list, asked.pages, show)
  }

  /// Returns the known elements that match a query: those listed last, the one shown last, those listed before and the
  /// first page of a listing, and those that the service has found for the typed word.
  ///
  /// What is unknown or out of date is requested, and the shell asks again when it has come: the first page, and, if that
  /// is not the whole list, what the service finds for the word (``Resource/searching(_:)``). Such requests do not affect
  /// `more` and `refresh`; none is sent to an environment in production.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - listing: the list to request; nil to offer everything that was listed.
  ///   - mayAsk: whether the list may be requested.
  public func candidates(
    for query: CompletionQuery, of listing: Item?, mayAsk: Bool = true
  ) -> [CompletionSource.Candidate] {
    let (listed, suggestions) = (kept.listed, kept.suggestions)
    let item = listing ?? kept.listing ?? item
    var matches = CompletionMatches(query)
    var offered: Set<String> = []
    func offer(_ models: [Item.Model], isFound: Bool = false) {
      for model in models where !matches.isFull {
        let (id, name) = (item.id(of: model), item.name(of: model))
        guard !id.isEmpty, matches.accepts(id, named: name, isFound: isFound),
          offered.insert(id).inserted
        else { continue }
        matches.offer(id, named: name, item.abstract(of: model), isFound: isFound)
      }
    }
    let isListed = listing == nil || listing?.resource == listed.source?.path
    if isListed { offer(listed.elements) }
    let others = (kept.shown.value.map { [$0] } ?? []) + (isListed ? [] : listed.elements)
    guard let listing else {
      offer(others)
      return matches.candidates
    }
    // A record of another list of the resource may belong to this one, too.
    if !listing.isGuessed { offer(others.filter(listing.includes)) }
    offer(suggestions.records(at: listing.resource))
    offer(suggestions.found(for: query.prefix, at: listing.resource), isFound: true)
    if mayAsk { suggestions.ask(for: query, in: listing) { self.source($0) } }
    return matches.candidates
  }

  /// Returns a source that completes a kind with ``candidates(for:of:mayAsk:)``.
  ///
  /// - Parameters:
  ///   - kind: the kind: `orders.id`.
  ///   - listing: returns the list to request for a query, from the words on the line; nil for none.
  public func completion(
    of kind: CompletionKind, _ listing: @escaping @MainActor (CompletionQuery) -> Item?
  ) -> CompletionSource {
    CompletionSource(answering: kind) { [self] in candidates(for: $0, of: listing($0)) }
  }

  /// Updates the list after a change in the service by any user.
  ///
  /// Data of other environments and other APIs at the same path stays as it is.
  public func apply(_ event: any DataEvent) { apply(event.change, in: event.environment) }

  /// Updates the list after a change in the service by any user.
  ///
  /// - Parameter environment: the environment of the data; that of others at the same path stays as it is.
  public func apply(_ change: DataChange, in environment: EnvironmentID) {
    guard let kept = service.environment == nil ? kept : all[environment.description] else {
      return
    }
    kept.changes.apply(change)
    kept.listed.apply(change)
    kept.shown.apply(change)
    kept.suggestions.apply(change)
  }

  /// Adds an element that the user has inserted.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - path: the path of its list, as in events.
  public func insert(_ element: Item.Model, at path: String) { listed.insert(element, at: path) }

  /// Replaces an element that the user has changed.
  public func update(_ element: Item.Model, at path: String) { listed.update(element, at: path) }

  /// Removes an element that the user has deleted.
  public func remove(_ id: String, at path: String) { listed.remove(id, at: path) }

  /// Marks a record as changed, after an event that is not about its data: one about what belongs to it, such
  /// as the reviews of a product.
  ///
  /// - Parameters:
  ///   - id: the record's id.
  ///   - listing: the list that it belongs to.
  public func markChanged(_ id: String, of listing: Item) {
    let path = listing.resource(of: id)
    changes.add(path)
    if shown.path == path { shown.markStale() }
  }

  /// Drops everything, including the list shown last.
  public func forget() {
    for kept in all.values {
      kept.suggestions.forget()
      kept.listed.reset()
      kept.shown.expire()
      (kept.listing, kept.asked) = (nil, nil)
    }
  }

  private func source(_ listing: Item) -> PageSource<Item.Model> {
    PageSource(
      listing.resource, isNewestFirst: listing.isNewestFirst, isGuessed: listing.isGuessed
    ) { [service] in
      try await service.page($0, of: listing)
    } following: { [service] in
      try await service.page(following: $0, of: listing)
    }
  }

  /// The number of changes to a list, for observers.
  public func changes(of listing: Item) -> Int { changes[listing.resource] }

  /// The number of changes to a record of a list, for observers.
  public func changes(of listing: Item, _ id: String) -> Int { changes[listing.resource(of: id)] }

  /// The number of changes to the list requested last, for observers.
  var changesOfListed: Int { listed.source.map { changes[$0.path] } ?? 0 }

  /// The words before the name of a command: `orders`.
  var module: Substring { command[..<(command.lastIndex(of: " ") ?? command.endIndex)] }

  private var notListed: ShellError {
    ShellError(
      .usage, "there is no list to continue",
      hint: kept.asked == nil
        ? "'\(command)' lists \(item.noun.many)" : "'\(module) refresh' lists them again")
  }
}
