import FoundationEssentials
import ShellOutput
package import SeashellKit
package import ShellCommands
package import WebDescriptions

/// Commands of an API that was added by its description: those of a group of operations, or, in the module
/// with the API's name, all operations by their ids.
///
/// A command is read from the index and made when it is first used.
@MainActor
package final class OperationsModule: YieldingModule, ThirdPartyModule {
  /// The name of the group, or of the API.
  package let name: String

  /// What the group is called in the description, or the title of the API.
  package let abstract: String

  private let sender: OperationSender
  private let index: DescriptionIndex
  private let pages: ListedPages
  /// The operations with the names of their commands.
  private let operations: [Operation]

  /// An operation with the name of its command.
  private struct Operation {
    let name: String
    let entry: DescribedEntry
    /// The group with the command `more`; nil if it has none.
    var group: String?
    var isListed = true
  }

  package var thirdParty: String { "the API '\(sender.api.name)'" }

  /// No command is made at once.
  package var commands: [any Command] { [] }

  private init(
    _ name: String, _ abstract: String, _ operations: [Operation], _ sender: OperationSender,
    _ index: DescriptionIndex, _ pages: ListedPages
  ) {
    (self.name, self.abstract) = (name, TerminalText.cut(abstract, to: 200))
    (self.operations, self.sender, self.index) = (operations, sender, index)
    self.pages = pages
  }

  /// Returns the modules of an API: the one with its name first, then its groups, sorted by name.
  ///
  /// A group that is called like the API has its commands in the API's own module, where they win over ids.
  ///
  /// - Parameters:
  ///   - configured: what the configuration says of the API.
  ///   - index: the operations.
  /// - Throws: `DescriptionError` if the index is damaged.
  package static func modules(
    of api: API, _ configured: ConfiguredAPI, _ index: DescriptionIndex
  ) throws(DescriptionError) -> [OperationsModule] {
    var own: [Operation] = []
    var ids: [Operation] = []
    var groups: [String: [Operation]] = [:]
    let named = try OperationNames(configured, index).named.filter { !$0.entry.isIgnored }
    let listing = listingGroups(named)
    for (entry, name) in named {
      let group = name.flatMap { listing.contains($0.group) ? $0.group : nil }
      ids.append(Operation(name: entry.id, entry: entry, group: group, isListed: name == nil))
      guard let name else { continue }
      let operation = Operation(
        name: name.command, entry: entry, group: group, isListed: !entry.isHidden)
      if name.group == api.name {
        own.append(operation)
      } else {
        groups[name.group, default: []].append(operation)
      }
    }
    let taken = Set(own.map(\.name))
    own += ids.filter { !taken.contains($0.name) }
    let sender = OperationSender(api, configured)
    let pages = ListedPages(ListedValues(named.map(\.entry.path)))
    let title = index.description.title
    let module = OperationsModule(
      api.name, title.isEmpty ? "An API with a description" : title, own, sender, index, pages)
    return [module]
      + groups.sorted { $0.key < $1.key }.map { group, operations in
        let tag = operations[0].entry.tag.flatMap { $0.lowercased() == group ? $0 : nil } ?? group
        return OperationsModule(
          group, tag.prefix(1).uppercased() + tag.dropFirst(), operations, sender, index, pages)
      }
  }

  /// The groups with lists, which have the command `more`, unless one of their operations is called so.
  private static func listingGroups(
    _ named: [(entry: DescribedEntry, name: CommandName?)]
  ) -> Set<String> {
    var (found, taken): (Set<String>, Set<String>) = ([], [])
    for (entry, name) in named {
      guard let name else { continue }
      if name.command == "more" { taken.insert(name.group) }
      if entry.method == .get, name.command.hasPrefix("list") { found.insert(name.group) }
    }
    return found.subtracting(taken)
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

  /// The operations by the names of their commands.
  package var deferredCommands: [DeferredCommand] {
    let path = name == sender.api.name ? name : "\(sender.api.name) \(name)"
    let more = operations.contains { $0.group == name } ? [more] : []
    return operations.map { operation in
      let (name, entry, group) = (operation.name, operation.entry, operation.group)
      let abstract = entry.summary.isEmpty ? "\(entry.method.name) \(entry.path)" : entry.summary
      let command = DeferredCommand(
        name, abstract: abstract, changesData: !sender.isRead(entry)
      ) { [index, sender, pages] in
        do {
          guard let operation = try index.operation(id: entry.id) else {
            return UnreadableOperation(name, entry, reason: "it is no longer in the index")
          }
          return OperationCommand(
            operation, named: name, after: path, by: sender, pages, of: group)
        } catch {
          return UnreadableOperation(name, entry, reason: "\(error)")
        }
      }
      return operation.isListed ? command : command.unlisted
    } + more
  }

  /// What the parameters of paths are completed from; all are the API's own module's.
  package var completionSources: [CompletionSource] {
    let client = sender.client
    return name == sender.api.name ? pages.values.sources { client.environment.name } : []
  }

  private var more: DeferredCommand {
    DeferredCommand("more", abstract: "List the next page of the last list", changesData: false) {
      [name, sender, pages] in MoreOperations(group: name, sender: sender, pages: pages)
    }
  }
}

/// The operations of an API with the names of their commands: those of the configuration, else those of the
/// index.
struct OperationNames {
  /// The operations in the document's order; no name for one that has only its id.
  let named: [(entry: DescribedEntry, name: CommandName?)]

  init(_ configured: ConfiguredAPI, _ index: DescriptionIndex) throws(DescriptionError) {
    let entries = try index.entries()
    guard !configured.names.isEmpty else {
      named = entries.map { ($0, $0.name) }
      return
    }
    let chosen = entries.map { entry in
      configured.names[entry.id].flatMap { text in
        CommandName(text) ?? entry.name.flatMap { CommandName(group: $0.group, command: text) }
      }
    }
    let taken = Set(chosen.compactMap(\.self))
    var given: Set<CommandName> = []
    named = zip(entries, chosen).map { entry, choice in
      let name = choice ?? entry.name.flatMap { taken.contains($0) ? nil : $0 }
      return (entry, name.flatMap { given.insert($0).inserted ? $0 : nil })
    }
  }
}

/// An operation that cannot be read from its index.
private struct UnreadableOperation: Command {
  let specification: CommandSpecification
  private let reason: String

  init(_ name: String, _ entry: DescribedEntry, reason: String) {
    specification = CommandSpecification(name, abstract: entry.summary, arguments: [], options: [])
    self.reason = reason
  }

  func run(_ invocation: Invocation) async throws {
    throw ShellError(.failed, reason, hint: "'api refresh' reads the description again")
  }
}
