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
  private let lists: OperationLists
  private let groups: OperationGroups
  private let allPlaces: OperationPlaces

  private struct Operation {
    let name: String
    let entry: DescribedEntry
    /// The group of the operation's command; nil if it can be called by its id only.
    let group: String?
    /// What lists call it when they count it and leave it out; nil if they include it.
    let unlistedKind: String?
    /// Whether it is only another name of a command of a group.
    let isOtherName: Bool

    var isListed: Bool { !isOtherName && unlistedKind == nil }

    init(_ named: OperationGroups.Named, as name: String, isOtherName: Bool = false) {
      (self.name, entry, group) = (name, named.entry, named.name?.group)
      unlistedKind = isOtherName ? nil : named.entry.unlistedKind
      self.isOtherName = isOtherName
    }
  }

  package var contributions: Contributions {
    Contributions(source: self, author: "the API '\(sender.api.name)'")
  }

  /// The operations with names in this module; the API's module also has those without names.
  private lazy var ownOperations = Result { () throws(DescriptionError) in try readOwn() }
  private var operations: [Operation] { (try? ownOperations.get()) ?? [] }

  private lazy var operationsByName = Dictionary(
    operations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The commands for the list that was shown last.
  private lazy var following = ((try? groups.following(name)) ?? []).compactMap {
    Self.following($0)
  }

  package var commands: [any Command] { [] }

  /// The only operation of a group, if it has one.
  package var defaultCommand: String? {
    guard !isOfAPI else { return nil }
    let listed = operations.filter(\.isListed)
    return listed.count == 1 ? listed[0].name : nil
  }

  private init(
    _ name: String, _ title: String?, _ sender: OperationSender, _ index: DescriptionIndex,
    _ lists: OperationLists, _ groups: OperationGroups, _ places: OperationPlaces
  ) {
    (self.name, self.title) = (name, title)
    (self.sender, self.index, self.lists, self.groups) = (sender, index, lists, groups)
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
    let lists = OperationLists(sender, groups, places)
    let title = index.description.title
    let module = OperationsModule(
      api.name, title.isEmpty ? "An API with a description" : title, sender, index, lists, groups,
      places)
    return [module]
      + groups.names.filter { $0 != api.name }.map {
        OperationsModule($0, nil, sender, index, lists, groups, places)
      }
  }

  private var groupTitle: String {
    let tag = operations.first?.entry.tag
    let described = index.description.tags.first { $0.name == tag && isNamed(after: $0.name) }
    if let line = described?.description?.split(separator: "\n").first {
      return String(line.hasSuffix(".") ? line.dropLast() : line)
    }
    let title = tag.flatMap { isNamed(after: $0) ? $0 : nil } ?? name
    return title.prefix(1).uppercased() + title.dropFirst()
  }

  private func isNamed(after tag: String) -> Bool {
    tag.lowercased().replacing(" ", with: "-") == name
  }

  private func readOwn() throws(DescriptionError) -> [Operation] {
    let named = try groups.operations(of: name).compactMap { entry, name in
      name.map { Operation((entry, $0), as: $0.command) }
    }
    guard isOfAPI else { return named }
    let taken = Set(try named.map(\.name) + groups.following(name))
    return try named
      + groups.operations(of: "").filter { !taken.contains($0.entry.id) }.map {
        Operation($0, as: $0.entry.id)
      }
  }

  /// Whether this is the module with the API's name, which has all operations by their ids.
  private var isOfAPI: Bool { name == sender.api.name }

  private func hidden(_ named: OperationGroups.Named) -> Operation {
    Operation(named, as: named.entry.id, isOtherName: true)
  }

  /// The names that the operations had; a command with words after its group's name asks each time.
  private lazy var formerNames = try? index.formerNames()

  package func farewell(to words: [String]) -> ShellError? {
    guard words.count == 2, let name = CommandName(group: words[0], command: words[1]),
      let names = formerNames, let since = names.goneSince(name),
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
    let listed = operations.filter(\.isListed).map(summary)
    return listed.isEmpty ? [] : listed + following
  }

  /// The API's module also has all operations by their ids.
  package var hiddenSummaries: [CommandSummary] {
    let own = operations.filter { !$0.isListed }.map(summary)
    guard isOfAPI else { return own }
    let taken = Set(operations.map(\.name) + following.map(\.name))
    // Most groups have been read by then, so this does not read all entries again.
    let all = (groups.names + [""]).flatMap { (try? groups.operations(of: $0)) ?? [] }
    return own + all.filter { !taken.contains($0.entry.id) }.map { summary(hidden($0)) }
  }

  /// Keeps the lists of the API up to date when its data change.
  package func subscribe(to bus: EventBus) -> [Subscription] {
    guard isOfAPI else { return [] }
    return sender.api.context.changes { [lists] in lists.apply($0) }
  }

  package func unload() {
    if isOfAPI { lists.forget() }
  }

  package func summary(of name: String) -> CommandSummary? {
    if let operation = (try? operation(named: name)) ?? nil { return summary(operation) }
    return following.first { $0.name == name }
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
    guard following.contains(where: { $0.name == name }) else { return nil }
    let state = lists.state(of: self.name)
    return name == "more"
      ? MoreCommand(state, as: OperationView(state), example: nil)
      : RefreshCommand(state, as: OperationView(state), example: nil)
  }

  private func operation(named name: String) throws -> Operation? {
    _ = try ownOperations.get()
    if let operation = operationsByName[name] { return operation }
    if following.contains(where: { $0.name == name }) { return nil }
    return isOfAPI ? try groups.operation(id: name).map(hidden) : nil
  }

  private func summary(_ operation: Operation) -> CommandSummary {
    let entry = operation.entry
    return CommandSummary(
      operation.name, entry.summary.isEmpty ? "\(entry.method.name) \(entry.path)" : entry.summary,
      changesData: !sender.isRead(entry), isListed: operation.isListed,
      subject: operation.isOtherName ? nil : operation.unlistedKind ?? entry.tag,
      keywords: operation.isOtherName ? "" : "\(entry.id) \(entry.path)")
  }

  private func made(_ operation: Operation) throws -> OperationCommand {
    guard let described = try index.operation(id: operation.entry.id) else {
      throw ShellError(.failed, "'\(operation.entry.id)' is no longer in the index")
    }
    return OperationCommand(
      described, named: operation.name, after: isOfAPI ? name : "\(sender.api.name) \(name)",
      by: sender, lists, of: operation.group)
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
    let sources = allPlaces.parameters.keys.map { place in
      CompletionSource(answering: CompletionKind(place)) { [self] in candidates(at: place, for: $0)
      }
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

  /// The values of the parameter after a place, from the list there.
  private func candidates(
    at place: String, for query: CompletionQuery
  ) -> [CompletionSource.Candidate] {
    guard let entry = allPlaces.list(at: place),
      let named = try? groups.operation(id: entry.id),
      let found = try? made(hidden(named)).listing({ query.value(of: $0.name) })
    else { return [] }
    return lists.state(of: named.name?.group ?? "").candidates(
      for: query, of: found.listing, mayAsk: found.mayAsk)
  }

  private static func following(_ name: String) -> CommandSummary? {
    switch name {
    case "more": CommandSummary(name, "List the next page of the last list", changesData: false)
    case "refresh": CommandSummary(name, "Repeat the last list", changesData: false)
    default: nil
    }
  }
}
