public import ShellCommands

/// The command `show` of a module: shows one record.
///
/// ```swift
/// let id = Argument<OrderID>("ORDER", "the order's id")
/// ShowCommand(orders, id, as: OrderView(), abstract: "Show an order") { _ in OrderListing() }
/// ```
public struct ShowCommand<Item: Resource, ID: ParameterValue, View: RecordView>: Command
where View.Model == Item.Model {
  /// The name, what it does, its parameters and examples.
  public var specification: CommandSpecification

  private let list: ResourceState<Item>
  private let id: Argument<ID>
  private let view: View
  private let listing: @MainActor (Invocation) async throws -> Item

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - list: the state of the resource.
  ///   - id: the record's id.
  ///   - view: the columns, and the values of a record.
  ///   - abstract: what it does, in a line.
  ///   - examples: lines that work.
  ///   - parents: the arguments before the id, such as the project of an issue.
  ///   - listing: returns the list of the record.
  @MainActor
  public init(
    _ list: ResourceState<Item>, _ id: Argument<ID>, as view: View, abstract: String,
    examples: [CommandSpecification.Example], parents: [any Parameter] = [],
    listing: @escaping @MainActor (Invocation) async throws -> Item
  ) {
    self.list = list
    self.id = id
    self.view = view
    self.listing = listing
    specification = CommandSpecification(
      "show", abstract: abstract, examples: examples, parameters: parents + [id],
      changesData: false, offline: .reads, columns: view.columns)
  }

  /// Shows the record.
  public func run(_ invocation: Invocation) async throws {
    let listing = try await listing(invocation)
    let id = invocation[id].parameterText
    invocation.observe { _ = list.changes(of: listing, id) }
    try invocation.output.record(try await list.record(id, of: listing), as: view)
  }
}
