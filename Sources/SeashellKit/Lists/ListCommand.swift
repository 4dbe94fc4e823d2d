public import ShellCommands
public import WebFetching

/// The command `list` of a module: lists a page, or all pages.
///
/// ```swift
/// static func list(_ orders: ResourceState<OrderListing>) -> some Command {
///   let status = Option<OrderStatus?>("status", "list only orders with this status")
///   return ListCommand(
///     orders, as: OrdersView(), abstract: "List orders, newest first", parameters: [status]
///   ) { OrderListing(status: $0[status]) }
/// }
/// ```
///
/// What its help page says besides, and the option that words give without its name, are set afterwards:
/// `command.specification.discussion`, `command.specification.wordsOption`.
public struct ListCommand<Item: Resource, View: RecordView>: Command
where View.Model == Item.Model {
  /// The name, what it does, its parameters and examples.
  public var specification: CommandSpecification

  private let list: ResourceState<Item>
  private let view: View
  private let pages: PageOptions
  private let listing: @MainActor (Invocation) async throws -> Item
  private let empty: @MainActor (Item) -> String

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - list: the state of the resource.
  ///   - view: the columns and rows.
  ///   - abstract: what it does, in a line.
  ///   - examples: lines that work; by default the list's command.
  ///   - parameters: the parameters that select the list. The options for pages follow them.
  ///   - pageSize: the page size unless the user chooses one; nil leaves it to the service.
  ///   - empty: returns the notice for an empty list; by default `there are no orders`.
  ///   - listing: returns the list that an invocation selects.
  @MainActor
  public init(
    _ list: ResourceState<Item>, as view: View, abstract: String,
    examples: [CommandSpecification.Example]? = nil, parameters: [any Parameter] = [],
    pageSize: Int? = nil,
    empty: @escaping @MainActor (Item) -> String = { "there are no \($0.noun.many)" },
    listing: @escaping @MainActor (Invocation) async throws -> Item
  ) {
    self.list = list
    self.view = view
    self.listing = listing
    self.empty = empty
    pages = PageOptions(of: list.item.noun.many, paging: list.item.paging, pageSize: pageSize)
    specification = CommandSpecification(
      "list", abstract: abstract,
      examples: examples ?? [.init(list.command, "lists the first \(list.item.noun.many)")],
      parameters: parameters + [pages], changesData: false, offline: .reads, columns: view.columns)
  }

  /// Lists the elements, and prints which part of the list they are.
  public func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    let listing = try await listing(invocation)
    try await invocation.list(listing, pages, of: list, as: view, empty: empty(listing))
  }
}

extension Invocation {
  /// Lists a page, or all pages, and prints which part of the list it was.
  ///
  /// - Parameters:
  ///   - listing: the list to request.
  ///   - pages: which page, or all.
  ///   - list: the state of the resource.
  ///   - view: the columns and rows.
  ///   - empty: the notice for an empty list.
  public func list<Item: Resource, View: RecordView>(
    _ listing: Item, _ pages: PageSelection, of list: ResourceState<Item>, as view: View,
    empty: @autoclosure () -> String
  ) async throws where View.Model == Item.Model {
    observe { _ = list.changes(of: listing) }
    var position: ListPosition?
    let count = try await output.list(as: view) { show in
      position = try await list.list(listing, pages, show)
    }
    notifyListed(
      count, position, page: pages.page, next: "\(list.module) more", empty: empty())
  }
}
