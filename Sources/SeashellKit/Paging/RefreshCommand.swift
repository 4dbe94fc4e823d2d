public import ShellCommands
import WebFetching

/// The command `refresh` of a module: repeats the last list.
public struct RefreshCommand<View: RecordView>: Command where View.Model: Sendable {
  private let list: ModuleList<View.Model>
  private let example: String

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - list: the list.
  ///   - view: the columns and rows.
  ///   - example: a command that lists, for help; by default that of the list.
  @MainActor
  public init(_ list: ModuleList<View.Model>, as view: View.Type, example: String? = nil) {
    self.list = list
    self.example = example ?? list.command
  }

  /// The name, what it does, and examples.
  public var specification: CommandSpecification {
    let module = example.prefix { $0 != " " }
    return CommandSpecification(
      "refresh",
      abstract: "Repeat the last list",
      discussion: """
        It requests the same page again, with the same options. Use '\(module) more' for the pages \
        after it.
        """,
      examples: [
        .init(example, "lists a page"),
        .init("\(module) refresh", "lists it again, as it is now"),
      ], changesData: false)
  }

  /// Lists the same again, and says whether another page follows.
  public func run(_ invocation: Invocation) async throws {
    var position: ListPosition?
    let count = try await invocation.output.list(as: View.self) { show in
      position = try await list.refresh(show)
    }
    invocation.notifyListed(
      count, position, page: list.listed.pages.page, next: "\(list.module) more",
      canListAll: false, empty: "there are no \(list.name)")
  }
}
