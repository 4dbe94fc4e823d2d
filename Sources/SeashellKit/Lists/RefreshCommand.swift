public import ShellCommands
import WebFetching

/// The command `refresh` of a module: repeats the last list.
public struct RefreshCommand<Item: Resource>: Command {
  private let list: ResourceState<Item>
  private let view: @MainActor () -> any RecordView<Item.Model>
  private let example: String

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - list: the state of the resource.
  ///   - view: returns the columns and rows; called each time the command runs.
  ///   - example: a command that lists, for help; by default that of the list.
  @MainActor
  public init(
    _ list: ResourceState<Item>,
    as view: @escaping @autoclosure @MainActor () -> any RecordView<Item.Model>,
    example: String? = nil
  ) {
    self.list = list
    self.view = view
    self.example = example ?? list.command
  }

  /// The name, what it does, and examples.
  public var specification: CommandSpecification {
    let module = list.module
    return CommandSpecification(
      "refresh",
      abstract: "Repeat the last list",
      discussion: """
        It requests the same page again, with the same options, also if that has failed. Use '\(module) more' for the pages \
        after it.
        """,
      examples: [
        .init(example, "lists a page"),
        .init("\(module) refresh", "lists it again, as it is now"),
      ], changesData: false, offline: .reads, columns: view().columns)
  }

  /// Repeats the last list, and prints whether another page follows.
  public func run(_ invocation: Invocation) async throws {
    invocation.observe { _ = list.changesOfListed }
    var position: ListPosition?
    let count = try await invocation.output.list(as: view()) { show in
      position = try await list.refresh(show)
    }
    invocation.notifyListed(
      count, position, page: list.listed.pages.page, next: "\(list.module) more",
      canListAll: false, empty: "there are no \(list.item.noun.many)")
  }
}
