public import ShellCommands

/// The command `more` of a module: lists the next page of the last list.
public struct MoreCommand<Item: Resource>: Command {
  private let list: ResourceState<Item>
  private let view: @MainActor () -> any RecordView<Item.Model>
  private let example: String
  private let again: @MainActor () -> String

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - list: the state of the resource.
  ///   - view: returns the columns and rows; called each time the command runs.
  ///   - example: a command that lists one page, for help; by default that of the list, with `--per-page 1`
  ///     if the page size can be chosen.
  ///   - again: returns the command to repeat a list that others have changed; by default `refresh`.
  @MainActor
  public init(
    _ list: ResourceState<Item>,
    as view: @escaping @autoclosure @MainActor () -> any RecordView<Item.Model>,
    example: String? = nil,
    again: (@MainActor () -> String)? = nil
  ) {
    self.list = list
    self.view = view
    self.example =
      example ?? (list.item.paging.hasSizes ? "\(list.command) --per-page 1" : list.command)
    self.again = again ?? { "\(list.module) refresh" }
  }

  /// The name, what it does, and examples.
  public var specification: CommandSpecification {
    let module = list.module
    return CommandSpecification(
      "more",
      abstract: "List the next page of the last list",
      discussion: """
        It continues after the last row shown, even if rows were added or deleted since. If others \
        have changed the list, a notice says so. After the last page it lists nothing, and a notice \
        says so. Signing in or out and switching the environment end the list; '\(module) refresh' \
        starts it again.
        """,
      examples: [
        .init(example, "lists the first page"),
        .init("\(module) more", "lists the next one"),
      ], changesData: false, offline: .reads, columns: view().columns)
  }

  /// Lists the next page, and prints whether another one follows.
  public func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = list.changesOfListed }
    let hadMore = list.listed.hasMoreContent
    let count = try await invocation.output.list(as: view()) { try await list.more($0) }
    let end = "there are no more \(list.item.noun.many)"
    if hadMore {
      invocation.notifyListed(
        count, list.listed.position, next: "\(list.module) more", canListAll: false, empty: end)
    } else if let doubt = list.listed.position?.doubt {
      invocation.console.notify(
        "it is not known whether there are more \(list.item.noun.many): \(doubt)")
    } else {
      invocation.console.notify(end)
    }
    if list.listed.isStale {
      invocation.console.notify(
        "the \(list.item.noun.many) have changed; '\(again())' lists them again")
    }
  }
}
