import FoundationEssentials
import ShellOutput
package import SeashellKit
package import ShellCommands

/// The commands of an API that was added with its description.
///
/// There is a module for each group of operations. The module with the API's name has all operations by
/// their ids. A command is read from the index and created when it is first used.
@MainActor
package final class OperationsModule: FeatureModule, CommandSource {
  /// The name of the group, or of the API.
  package let name: String

  /// The group's title in the description, or the title of the API.
  package private(set) lazy var abstract = TerminalText.cut(title ?? groupTitle, to: 200)

  /// The title of the API; nil for a group.
  private let title: String?
  private let sender: OperationSender
  private let index: DescriptionIndex
  private let pages: ListedPages
  private let groups: OperationGroups
  private let allPlaces: OperationPlaces
  private lazy var fetch = CompletionFetch(clock: sender.api.context.clock)

  private struct Operation {
    let name: String
    let entry: DescribedEntry
    /// The group of the operation's command; nil if it can be called by its id only.
    let group: String?
    let isListed: Bool
  }

  package var contributions: Contributions {
    Contributions(source: self, author: "the API '\(sender.api.name)'")
  }

  /// The operations with names in this module; the API's module also has those without names.
  private lazy var ownOperations = Result { () throws(DescriptionError) in try readOwn() }
  private var operations: [Operation] { (try? ownOperations.get()) ?? [] }

  private lazy var operationsByName = Dictionary(
    operations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private lazy var hasMore = (try? groups.hasMore(name)) ?? false

  package var commands: [any Command] { [] }

  private init(
    _ name: String, _ title: String?, _ sender: OperationSender, _ index: DescriptionIndex,
    _ pages: ListedPages, _ groups: OperationGroups, _ places: OperationPlaces
  ) {
    (self.name, self.title) = (name, title)
    (self.sender, self.index, self.pages, self.groups) = (sender, index, pages, groups)
    allPlaces = places
  }

  /// Returns the modules of an API: first the one with its name, then its groups, sorted by name; none if the
  /// configuration names no description.
  ///
  /// A group with the API's name shares the API's module, where its commands take precedence over ids.
  ///
  /// - Parameters:
  ///   - configured: the API's configuration.
  ///   - store: has the operations.
  /// - Throws: `ShellError` if the description cannot be read, or its index is damaged.
  package static func modules(
    of api: API, _ configured: ConfiguredAPI, in store: DescriptionStore
  ) throws -> [OperationsModule] {
    guard let index = try store.index(of: configured, report: api.context.console.notify) else {
      return []
    }
    do {
      return try modules(of: api, configured, index)
    } catch {
      throw ShellError(
        .failed, "the index of '\(api.name)' cannot be read: \(error)",
        hint: "run 'api refresh \(api.name)'")
    }
  }

  static func modules(
    of api: API, _ configured: ConfiguredAPI, _ index: DescriptionIndex
  ) throws(DescriptionError) -> [OperationsModule] {
    let groups = try OperationGroups(configured, index)
    let sender = OperationSender(api, configured)
    let places = OperationPlaces { (try? groups.all()) ?? [] }
    let pages = ListedPages(ListedValues { places.paths })
    let title = index.description.title
    let module = OperationsModule(
      api.name, title.isEmpty ? "An API with a description" : title, sender, index, pages, groups,
      places)
    return [module]
      + groups.names.filter { $0 != api.name }.map {
        OperationsModule($0, nil, sender, index, pages, groups, places)
      }
  }

  private var groupTitle: String {
    let tag = operations.first?.entry.tag
    let title = tag.flatMap { $0.lowercased() == name ? $0 : nil } ?? name
    return title.prefix(1).uppercased() + title.dropFirst()
  }

  private func readOwn() throws(DescriptionError) -> [Operation] {
    let named = try groups.operations(of: name).compactMap { entry, name in
      name.map {
        Operation(name: $0.command, entry: entry, group: $0.group, isListed: !entry.isHidden)
      }
    }
    guard isOfAPI else { return named }
    let taken = Set(named.map(\.name) + (try groups.hasMore(name) ? ["more"] : []))
    return try named
      + groups.operations(of: "").filter { !taken.contains($0.entry.id) }.map {
        Operation(name: $0.entry.id, entry: $0.entry, group: nil, isListed: true)
      }
  }

  /// Whether this is the module with the API's name, which has all operations by their ids.
  private var isOfAPI: Bool { name == sender.api.name }

  private func hidden(_ named: OperationGroups.Named) -> Operation {
    Operation(name: named.entry.id, entry: named.entry, group: named.name?.group, isListed: false)
  }

  package func farewell(to words: [String]) -> ShellError? {
    guard words.count == 2, let name = CommandName(group: words[0], command: words[1]),
      let names = try? index.formerNames(), let since = names.goneSince(name),
      let former = names.names.first(where: { $0.name == name })
    else { return nil }
    let day = Date(timeIntervalSince1970: Double(since)).formatted(
      .iso8601.year().month().day())
    let present = names.names.first { $0.id == former.id && $0.goneSince == nil }
    guard let present else {
      return ShellError(
        .unknownCommand, "'\(name)' is gone since \(day): '\(former.id)' is not in the description",
        hint: "'api show \(sender.api.name)' lists what there is")
    }
    return ShellError(
      .unknownCommand, "'\(name)' has another name since \(day)",
      hint: "write '\(present.name)', or '\(sender.api.name) \(former.id)', which stays")
  }

  package var summaries: [CommandSummary] {
    operations.filter(\.isListed).map(summary) + (hasMore ? [Self.more] : [])
  }

  /// The API's module also has all operations by their ids.
  package var hiddenSummaries: [CommandSummary] {
    let own = operations.filter { !$0.isListed }.map(summary)
    guard isOfAPI else { return own }
    let taken = Set(operations.map(\.name) + (hasMore ? [Self.more.name] : []))
    let others = ((try? groups.all()) ?? []).filter { !taken.contains($0.entry.id) }
    return own + others.map { summary(hidden($0)) }
  }

  package func summary(of name: String) -> CommandSummary? {
    if let operation = (try? operation(named: name)) ?? nil { return summary(operation) }
    return hasMore && name == Self.more.name ? Self.more : nil
  }

  package func needs(of name: String) -> [CompletionKind] {
    operationsByName[name].map { PathPlaces.kinds(in: $0.entry.path) } ?? []
  }

  package func command(named name: String) throws -> (any Command)? {
    do {
      if let operation = try operation(named: name) { return try made(operation) }
    } catch {
      throw ShellError(.failed, "\(error)", hint: "'api refresh' reads the description again")
    }
    guard hasMore, name == Self.more.name else { return nil }
    return MoreOperations(group: self.name, sender: sender, pages: pages)
  }

  private func operation(named name: String) throws -> Operation? {
    _ = try ownOperations.get()
    if let operation = operationsByName[name] { return operation }
    if hasMore, name == Self.more.name { return nil }
    return isOfAPI ? try groups.operation(id: name).map(hidden) : nil
  }

  private func summary(_ operation: Operation) -> CommandSummary {
    let entry = operation.entry
    return CommandSummary(
      operation.name, entry.summary.isEmpty ? "\(entry.method.name) \(entry.path)" : entry.summary,
      changesData: !sender.isRead(entry), isListed: operation.isListed)
  }

  private func made(_ operation: Operation) throws -> OperationCommand {
    let group = try operation.group.flatMap { try groups.hasMore($0) ? $0 : nil }
    guard let described = try index.operation(id: operation.entry.id) else {
      throw ShellError(.failed, "'\(operation.entry.id)' is no longer in the index")
    }
    return OperationCommand(
      described, named: operation.name, after: isOfAPI ? name : "\(sender.api.name) \(name)",
      by: sender, pages, of: group)
  }

  /// The places that operations with names list and show.
  package var places: [PlaceRoute] {
    operations.filter { $0.group != nil }.compactMap { operation in
      allPlaces.route(of: operation.entry, operation.name) { [self] place in
        try await made(operation).check(place)
      }
    }
  }

  /// The sources for path parameters and paths, all of which belong to the API's module.
  package var completionSources: [CompletionSource] {
    guard isOfAPI else { return [] }
    let client = sender.client
    let sources = pages.values.sources {
      client.environment.name
    } asking: { [self] place, path, query in
      ask(place, path, query)
    }
    return sources + [CompletionSource(kind: "api.path") { [self] in paths(beginningWith: $0) }]
  }

  /// The paths without parameters, as `api get` takes them: also after the API's name.
  private func paths(beginningWith prefix: String) -> [CompletionSource.Candidate] {
    let name = sender.api.name + ":"
    let head = prefix.hasPrefix(name) ? name : ""
    let hasSlash = prefix.dropFirst(head.count).hasPrefix("/")
    return Set(allPlaces.paths.filter { !$0.contains("{") }).sorted().map {
      .init(head + (hasSlash ? $0 : String($0.drop { $0 == "/" })))
    }.filter { $0.text.hasPrefix(prefix) }
  }

  /// Requests a list for completion, unless the environment is in production.
  private func ask(_ place: String, _ path: String, _ query: CompletionQuery) {
    let environment = sender.client.environment
    guard !environment.isProduction, let entry = allPlaces.list(at: place) else { return }
    fetch.start("\(environment.name)\(path)", for: query) { [self] in
      let list = Operation(name: entry.id, entry: entry, group: nil, isListed: false)
      try await made(list).suggest { query.value(of: $0.name) }
    }
  }

  private static let more = CommandSummary(
    "more", "List the next page of the last list", changesData: false)
}
