public import ShellCommands
import ShellOutput
public import WebAPI
public import WebFetching

/// A module's list: what its command `list` showed last, for `more` and `refresh`, and what completion
/// offers.
///
/// ```swift
/// let orders = ModuleList<Order>(of: "orders", clock: context.clock, id: \.id)
/// …
/// let position = try await orders.list(pages, from: source, show)
/// orders.candidates(for: query, from: source) { $1.offer($0.id, named: $0.name) }
/// ```
///
/// ``MoreCommand`` and ``RefreshCommand`` are the commands.
@MainActor
public final class ModuleList<Element: Sendable> {
  /// What was listed last.
  public let listed: CollectionRequest<Element>

  /// Counts the changes of resources that ``apply(_:)`` was given, for the commands that show them.
  public let changes = ResourceChanges()

  /// What is listed, for messages: `orders`.
  let name: String

  /// The command that lists, for messages: `orders list`.
  let command: String

  /// The elements that were requested only for completion.
  private var suggested: CollectionRequest<Element>?
  private var fetch: CompletionFetch?
  private let clock: any Clock<Duration>
  private let id: (Element) -> String

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - name: what is listed, for messages: `orders`.
  ///   - command: the command that lists; by default the name and `list`. Its first word is the module's
  ///     name.
  ///   - clock: measures how old the elements are.
  ///   - id: returns an element's id, as events have it.
  public init(
    of name: String, listedBy command: String? = nil,
    clock: any Clock<Duration> = ContinuousClock(), id: @escaping (Element) -> String
  ) {
    self.name = name
    self.command = command ?? "\(name) list"
    self.clock = clock
    self.id = id
    listed = CollectionRequest(of: name, clock: clock, id: id)
  }

  /// Lists a page, or all pages.
  ///
  /// - Parameters:
  ///   - pages: which page, or all.
  ///   - source: what is listed.
  ///   - show: called with the elements of each page, as ``WebFetching/CollectionRequest`` does.
  /// - Returns: how much of the list was shown.
  /// - Throws: as ``WebFetching/CollectionRequest/list(_:from:_:)`` does.
  @discardableResult
  public func list(
    _ pages: PageSelection, from source: PageSource<Element>,
    _ show: ([Element]) async throws -> Void
  ) async throws -> ListPosition {
    guard pages.isAll, let scope = ProgressScope.current else {
      return try await listed.list(pages, from: source, show)
    }
    var wait: ProgressScope.Wait?
    defer { wait?.end() }
    return try await listed.list(pages, from: source) { [name, listed] elements in
      try await show(elements)
      guard let position = listed.position else { return }
      let update = ProgressUpdate(
        name, done: Double(position.reached), total: position.total.map(Double.init))
      if let wait { wait.show(update) } else { wait = scope.begin(.count, update) }
    }
  }

  /// Lists the next page of the last list; does nothing after the last page.
  ///
  /// - Throws: `ShellError` `usage` if there is no list, or if it was dropped.
  public func more(_ show: ([Element]) async throws -> Void) async throws {
    guard listed.position != nil else { throw notListed }
    try await listed.more(show)
  }

  /// Repeats the last list, even after it was dropped.
  ///
  /// - Returns: how much of the list was shown.
  /// - Throws: `ShellError` `usage` if nothing was listed.
  public func refresh(_ show: ([Element]) async throws -> Void) async throws -> ListPosition {
    guard let source = listed.source else { throw notListed }
    return try await list(listed.pages, from: source, show)
  }

  /// Returns the known elements that match a query: those listed last, and those of a source's first
  /// page, which are requested for the next Tab if they are not known or out of date.
  ///
  /// What is requested does not affect `more` and `refresh`.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - source: what to request; nil to request nothing, and to offer all that was listed.
  ///   - others: other elements that are known, such as the one that was shown last.
  ///   - offer: offers an element.
  public func candidates(
    for query: CompletionQuery, from source: PageSource<Element>?, also others: [Element] = [],
    _ offer: (Element, inout CompletionMatches) -> Void
  ) -> [CompletionSource.Candidate] {
    let isListed = source == nil || source?.path == listed.source?.path
    let first = isListed ? listed.elements : []
    let isSuggested = source != nil && source?.path == suggested?.source?.path
    let rest = others + (isSuggested ? suggested?.elements ?? [] : [])
    var matches = CompletionMatches(query)
    for element in first where !matches.isFull { offer(element, &matches) }
    if !rest.isEmpty, !matches.isFull {
      var offered = Set(first.lazy.map(id))
      for element in rest where offered.insert(id(element)).inserted { offer(element, &matches) }
    }
    if let source, !isSuggested || suggested?.needsUpdate() == true { suggest(source, for: query) }
    return matches.candidates
  }

  /// Updates the list for a change in the service, by anyone.
  public func apply(_ change: DataChange) {
    changes.apply(change)
    listed.apply(change)
    if suggested?.apply(change) == true { fetch?.cancel() }
  }

  /// Adds an element that the user has inserted.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - path: the path of its list, as in events.
  public func insert(_ element: Element, at path: String) { listed.insert(element, at: path) }

  /// Replaces an element that the user has changed.
  public func update(_ element: Element, at path: String) { listed.update(element, at: path) }

  /// Removes an element that the user has deleted.
  public func remove(_ id: String, at path: String) { listed.remove(id, at: path) }

  /// Drops everything, the last list too.
  public func forget() {
    fetch?.cancel()
    suggested?.reset()
    listed.reset()
  }

  private func suggest(_ source: PageSource<Element>, for query: CompletionQuery) {
    let suggested = suggested ?? CollectionRequest(of: name, clock: clock, id: id)
    let fetch = fetch ?? CompletionFetch(clock: clock)
    (self.suggested, self.fetch) = (suggested, fetch)
    fetch.start(source.path, for: query) {
      suggested.use(source)
      let page = PageSelection(perPage: CollectionRequest<Element>.capacity)
      try await suggested.list(page, from: source) { _ in }
    }
  }

  /// How often what was listed last has changed, for observers.
  var changesOfListed: Int { listed.source.map { changes[$0.path] } ?? 0 }

  /// The module's name.
  var module: Substring { command.prefix { $0 != " " } }

  private var notListed: ShellError {
    ShellError(
      .usage, "there is no list to continue",
      hint: listed.source == nil
        ? "'\(command)' lists \(name)" : "'\(module) refresh' lists them again")
  }
}
