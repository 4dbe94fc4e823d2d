public import ShellCommands

/// The command `show` of a module: shows one record.
///
/// ```swift
/// let id = Argument<OrderID>("ORDER", "the order's id")
/// ShowCommand(orders, id, as: OrderView.self, abstract: "Show an order") { _ in OrderListing() }
/// ```
public struct ShowCommand<List: Listing, ID: ParameterValue, View: RecordView>: Command
where View.Model == List.Model {
  /// The name, what it does, its parameters and examples.
  public let specification: CommandSpecification

  private let list: ModuleList<List>
  private let id: Argument<ID>
  private let listing: @MainActor (Invocation) async throws -> List

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - list: the module's list.
  ///   - id: the record's id.
  ///   - view: the columns, and the values of a record.
  ///   - name: the command's name.
  ///   - abstract: what it does, in a line.
  ///   - discussion: further text for its help page.
  ///   - examples: lines that work.
  ///   - parents: the arguments before the id, such as the project of an issue.
  ///   - listing: returns the list of the record.
  @MainActor
  public init(
    _ list: ModuleList<List>, _ id: Argument<ID>, as view: View.Type, name: String = "show",
    abstract: String, discussion: String = "", examples: [CommandSpecification.Example],
    parents: [any Parameter] = [],
    listing: @escaping @MainActor (Invocation) async throws -> List
  ) {
    self.list = list
    self.id = id
    self.listing = listing
    specification = CommandSpecification(
      name, abstract: abstract, discussion: discussion, examples: examples,
      parameters: parents + [id], changesData: false, offline: .reads, columns: View.columns)
  }

  /// Shows the record.
  public func run(_ invocation: Invocation) async throws {
    let listing = try await listing(invocation)
    let id = invocation[id].parameterText
    invocation.observe { _ = list.changes(of: listing, id) }
    try invocation.output.record(try await list.record(id, of: listing), as: View.self)
  }
}
