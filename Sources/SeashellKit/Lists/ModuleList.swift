public import ShellCommands
import ShellOutput
public import WebAPI
public import WebFetching

/// A module's list: what its commands showed last, for `more` and `refresh`, and the candidates for
/// completion.
///
/// ```swift
/// let orders = ModuleList(service, clock: context.clock)
/// …
/// let position = try await orders.list(OrderListing(status: .open), pages, show)
/// let order = try await orders.record("o-1", of: OrderListing())
/// ```
///
/// ``ListCommand``, ``ShowCommand``, ``MoreCommand`` and ``RefreshCommand`` are its commands.
@MainActor
public final class ModuleList<List: Listing> {
  @MainActor
  private final class Kept {
    let listed: CollectionRequest<List.Model>
    var listing: List?
    let shown = ResourceRequest<List.Model>()
    let changes = ResourceChanges()
    /// The models that were requested for completion only.
    var suggested: CollectionRequest<List.Model>?
    var fetch: CompletionFetch?

    init(clock: any Clock<Duration>) {
      listed = CollectionRequest(of: List.name, clock: clock, id: List.id)
    }
  }

  /// The models listed last.
  public var listed: CollectionRequest<List.Model> { kept.listed }

  /// The list that was requested last; nil if there is none.
  public var listing: List? { kept.listing }

  /// The record requested last.
  public var shown: ResourceRequest<List.Model> { kept.shown }

  /// Counts the changes that ``apply(_:)`` received, for the commands that show them.
  public var changes: ResourceChanges { kept.changes }

  /// Reads the lists and the records.
  public let service: any ListService<List>

  /// The command that lists, for messages: `orders list`.
  let command: String

  /// The kept requests by environment; a job uses the environment with which it began.
  private var all: [String: Kept] = [:]
  private let clock: any Clock<Duration>

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - service: reads the lists and the records.
  ///   - command: the command that lists; by default the resource's name and `list`. Its first word is the
  ///     module's name.
  ///   - clock: measures how old the elements are.
  public init(
    _ service: any ListService<List>, listedBy command: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.service = service
    self.command = command ?? "\(List.name) list"
    self.clock = clock
  }

  private var kept: Kept {
    let environment = service.environment?.description ?? ""
    if let kept = all[environment] { return kept }
    let kept = Kept(clock: clock)
    all[environment] = kept
    return kept
  }

  /// Lists a page, or all pages.
  ///
  /// - Parameters:
  ///   - listing: the list to request.
  ///   - pages: which page, or all.
  ///   - show: called with the elements of each page, as ``WebFetching/CollectionRequest`` does.
  /// - Returns: which part of the list was shown.
  /// - Throws: as ``WebFetching/CollectionRequest/list(_:from:_:)`` does.
  @discardableResult
  public func list(
    _ listing: List, _ pages: PageSelection = PageSelection(),
    _ show: ([List.Model]) async throws -> Void
  ) async throws -> ListPosition {
    let kept = kept
    return try await list(pages, from: source(listing)) { elements in
      kept.listing = listing
      try await show(elements)
    }
  }

  private func list(
    _ pages: PageSelection, from source: PageSource<List.Model>,
    _ show: ([List.Model]) async throws -> Void
  ) async throws -> ListPosition {
    let listed = listed
    guard pages.isAll, let scope = ProgressScope.current else {
      return try await listed.list(pages, from: source, show)
    }
    var wait: ProgressScope.Wait?
    defer { wait?.end() }
    return try await listed.list(pages, from: source) { elements in
      try await show(elements)
      guard let position = listed.position else { return }
      let update = ProgressUpdate(
        List.name, done: Double(position.reached), total: position.total.map(Double.init))
      if let wait { wait.show(update) } else { wait = scope.begin(.count, update) }
    }
  }

  /// Requests a record, and keeps it as the one shown last.
  ///
  /// - Throws: what the service throws.
  @discardableResult
  public func record(_ id: String, of listing: List) async throws -> List.Model {
    try await shown.load(listing.resource(of: id)) { [service] in
      try await service.record(id, of: listing)
    }
  }

  /// Lists the next page of the last list; does nothing after the last page.
  ///
  /// - Throws: `ShellError` `usage` if there is no list, or if it was dropped.
  public func more(_ show: ([List.Model]) async throws -> Void) async throws {
    guard listed.position != nil else { throw notListed }
    try await listed.more(show)
  }

  /// Repeats the last list, even after it was dropped.
  ///
  /// - Returns: which part of the list was shown.
  /// - Throws: `ShellError` `usage` if nothing was listed.
  public func refresh(_ show: ([List.Model]) async throws -> Void) async throws -> ListPosition {
    guard let source = listed.source else { throw notListed }
    return try await list(listed.pages, from: source, show)
  }

  /// Returns the known elements that match a query: those listed last, the one shown last, and the first
  /// page of a listing.
  ///
  /// A page that is unknown or out of date is requested for the next Tab. Such requests do not affect
  /// `more` and `refresh`.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - listing: the list to request; nil to request nothing, and to offer everything that was listed.
  public func candidates(
    for query: CompletionQuery, of listing: List?
  ) -> [CompletionSource.Candidate] {
    let path = listing?.resource
    let (listed, shown, suggested) = (kept.listed, kept.shown, kept.suggested)
    let isListed = path == nil || path == listed.source?.path
    let first = isListed ? listed.elements : []
    let isSuggested = path != nil && path == suggested?.source?.path
    let others = (isListed ? [] : listed.elements) + (shown.value.map { [$0] } ?? [])
    let known = others.filter { listing?.includes($0) ?? true }
    let rest = known + (isSuggested ? suggested?.elements ?? [] : [])
    var matches = CompletionMatches(query)
    for element in first where !matches.isFull { List.offer(element, to: &matches) }
    if !rest.isEmpty, !matches.isFull {
      var offered = Set(first.lazy.map(List.id))
      for element in rest where offered.insert(List.id(of: element)).inserted {
        List.offer(element, to: &matches)
      }
    }
    if let listing, !isSuggested || suggested?.needsUpdate() == true {
      suggest(listing, for: query)
    }
    return matches.candidates
  }

  /// Returns a source that completes a kind with ``candidates(for:of:)``.
  ///
  /// - Parameters:
  ///   - kind: the kind: `orders.id`.
  ///   - listing: returns the list to request for a query, from the words on the line; nil for none.
  public func completion(
    of kind: CompletionKind, _ listing: @escaping @MainActor (CompletionQuery) -> List?
  ) -> CompletionSource {
    CompletionSource(answering: kind) { [self] in candidates(for: $0, of: listing($0)) }
  }

  /// Updates the list after a change in the service by any user.
  ///
  /// Data of other environments and other APIs at the same path stays as it is.
  public func apply(_ change: DataChange) {
    guard let kept = service.environment == nil ? kept : all[change.environment.description] else {
      return
    }
    kept.changes.apply(change)
    kept.listed.apply(change)
    kept.shown.apply(change)
    if kept.suggested?.apply(change) == true { kept.fetch?.cancel() }
  }

  /// Adds an element that the user has inserted.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - path: the path of its list, as in events.
  public func insert(_ element: List.Model, at path: String) { listed.insert(element, at: path) }

  /// Replaces an element that the user has changed.
  public func update(_ element: List.Model, at path: String) { listed.update(element, at: path) }

  /// Removes an element that the user has deleted.
  public func remove(_ id: String, at path: String) { listed.remove(id, at: path) }

  /// Drops everything, including the list shown last.
  public func forget() {
    for kept in all.values {
      kept.fetch?.cancel()
      kept.suggested?.reset()
      kept.listed.reset()
      kept.shown.expire()
      kept.listing = nil
    }
  }

  private func suggest(_ listing: List, for query: CompletionQuery) {
    let kept = kept
    let suggested =
      kept.suggested ?? CollectionRequest(of: List.name, clock: clock, id: List.id)
    let fetch = kept.fetch ?? CompletionFetch(clock: clock)
    (kept.suggested, kept.fetch) = (suggested, fetch)
    let source = source(listing)
    fetch.start(source.path, for: query) {
      suggested.use(source)
      let size = List.paging.hasSizes ? CollectionRequest<List.Model>.capacity : nil
      try await suggested.list(PageSelection(perPage: size), from: source) { _ in }
    }
  }

  private func source(_ listing: List) -> PageSource<List.Model> {
    PageSource(listing.resource, isNewestFirst: listing.isNewestFirst) { [service] in
      try await service.page($0, of: listing)
    } following: { [service] in
      try await service.page(following: $0, of: listing)
    }
  }

  /// The number of changes to a list, for observers.
  public func changes(of listing: List) -> Int { changes[listing.resource] }

  /// The number of changes to a record of a list, for observers.
  public func changes(of listing: List, _ id: String) -> Int { changes[listing.resource(of: id)] }

  /// The number of changes to the list requested last, for observers.
  var changesOfListed: Int { listed.source.map { changes[$0.path] } ?? 0 }

  var module: Substring { command.prefix { $0 != " " } }

  private var notListed: ShellError {
    ShellError(
      .usage, "there is no list to continue",
      hint: listed.source == nil
        ? "'\(command)' lists \(List.name)" : "'\(module) refresh' lists them again")
  }
}
