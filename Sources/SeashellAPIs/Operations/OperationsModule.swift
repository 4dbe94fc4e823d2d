import FoundationEssentials
import ShellOutput
package import SeashellKit
package import ShellCommands
package import WebDescriptions

/// The commands of an API that was added with its description.
///
/// There is a module for each group of operations. The module with the API's name has all operations by
/// their ids. A command is read from the index and created when it is first used.
@MainActor
package final class OperationsModule: YieldingModule, ThirdPartyModule {
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

  package var thirdParty: String { "the API '\(sender.api.name)'" }

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

  /// Returns the modules of an API: first the one with its name, then its groups, sorted by name.
  ///
  /// A group with the API's name shares the API's module, where its commands take precedence over ids.
  ///
  /// - Parameters:
  ///   - configured: the API's configuration.
  ///   - index: the operations.
  /// - Throws: `DescriptionError` if the index is damaged.
  package static func modules(
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

  private func unlisted(_ named: OperationGroups.Named) -> DeferredCommand {
    command(
      Operation(
        name: named.entry.id, entry: named.entry, group: named.name?.group, isListed: false))
  }

  package func former(_ group: String, _ command: String) -> ShellError? {
    guard let name = CommandName(group: group, command: command),
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

  /// The operations by the names of their commands; the API's module also has all operations by their ids.
  package var deferredCommands: [DeferredCommand] {
    let own = operations.map(command) + more
    guard isOfAPI else { return own }
    let taken = Set(own.map(\.name))
    let others = ((try? groups.all()) ?? []).filter { !taken.contains($0.entry.id) }
    return own + others.map(unlisted)
  }

  package var listedCommands: [DeferredCommand] {
    operations.filter(\.isListed).map(command) + more
  }

  package func deferredCommand(_ name: String) -> DeferredCommand? {
    do {
      _ = try ownOperations.get()
      if let operation = operationsByName[name] { return command(operation) }
      if name == "more", let more = more.first { return more }
      return isOfAPI ? try groups.operation(id: name).map(unlisted) : nil
    } catch {
      return DeferredCommand(name, abstract: "") {
        UnreadableOperation(name, "", reason: "\(error)")
      }.unlisted
    }
  }

  private func command(_ operation: Operation) -> DeferredCommand {
    let entry = operation.entry
    let abstract = entry.summary.isEmpty ? "\(entry.method.name) \(entry.path)" : entry.summary
    var command = DeferredCommand(
      operation.name, abstract: abstract, changesData: !sender.isRead(entry)
    ) { [self] in
      do {
        return try made(operation)
      } catch {
        return UnreadableOperation(operation.name, entry.summary, reason: "\(error)")
      }
    }
    command.kinds = { PathPlaces.kinds(in: entry.path) }
    return operation.isListed ? command : command.unlisted
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

  private var more: [DeferredCommand] {
    guard hasMore else { return [] }
    let command = DeferredCommand(
      "more", abstract: "List the next page of the last list", changesData: false
    ) {
      [name, sender, pages] in MoreOperations(group: name, sender: sender, pages: pages)
    }
    return [command]
  }
}

private struct UnreadableOperation: Command {
  let specification: CommandSpecification
  private let reason: String

  init(_ name: String, _ abstract: String, reason: String) {
    specification = CommandSpecification(name, abstract: abstract, arguments: [], options: [])
    self.reason = reason
  }

  func run(_ invocation: Invocation) async throws {
    throw ShellError(.failed, reason, hint: "'api refresh' reads the description again")
  }
}
