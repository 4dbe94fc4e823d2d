public import ShellCommands
public import WebFetching

/// The command `list` of a module: lists a page, or all pages.
///
/// ```swift
/// static func list(_ orders: ModuleList<OrderListing>) -> some Command {
///   let status = Option<OrderStatus?>("status", "list only orders with this status")
///   return ListCommand(
///     orders, as: OrdersView.self, abstract: "List orders, newest first", parameters: [status]
///   ) { OrderListing(status: $0[status]) }
/// }
/// ```
public struct ListCommand<List: Listing, View: RecordView>: Command where View.Model == List.Model {
  /// The name, what it does, its parameters and examples.
  public let specification: CommandSpecification

  private let list: ModuleList<List>
  private let pages: PageOptions
  private let listing: @MainActor (Invocation) async throws -> List
  private let empty: @MainActor (List) -> String

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - list: the list.
  ///   - view: the columns and rows.
  ///   - name: the command's name.
  ///   - abstract: what it does, in a line.
  ///   - discussion: further text for its help page.
  ///   - examples: lines that work; by default the list's command.
  ///   - parameters: the parameters that select the list. The options for pages follow them.
  ///   - words: the option of `parameters` that words give without its name: `orders list two mugs`.
  ///   - pageSize: the page size unless the user chooses one; nil leaves it to the service.
  ///   - empty: returns the notice for an empty list; by default `there are no orders`.
  ///   - listing: returns the list that an invocation selects.
  @MainActor
  public init(
    _ list: ModuleList<List>, as view: View.Type, name: String = "list", abstract: String,
    discussion: String = "", examples: [CommandSpecification.Example]? = nil,
    parameters: [any Parameter] = [], words: Option<String?>? = nil, pageSize: Int? = nil,
    empty: @escaping @MainActor (List) -> String = { _ in "there are no \(List.name)" },
    listing: @escaping @MainActor (Invocation) async throws -> List
  ) {
    self.list = list
    self.listing = listing
    self.empty = empty
    pages = PageOptions(of: List.name, paging: List.paging, pageSize: pageSize)
    var specification = CommandSpecification(
      name, abstract: abstract, discussion: discussion,
      examples: examples ?? [.init(list.command, "lists the first \(List.name)")],
      parameters: parameters + [pages], changesData: false, offline: .reads, columns: View.columns)
    specification.wordsOption = words?.shared.value.name
    self.specification = specification
  }

  /// Lists the elements, and prints which part of the list they are.
  public func run(_ invocation: Invocation) async throws {
    let pages = try pages.selection(in: invocation)
    let listing = try await listing(invocation)
    try await invocation.list(listing, pages, of: list, as: View.self, empty: empty(listing))
  }
}

extension Invocation {
  /// Lists a page, or all pages, and prints which part of the list it was.
  ///
  /// - Parameters:
  ///   - listing: the list to request.
  ///   - pages: which page, or all.
  ///   - list: the module's list.
  ///   - view: the columns and rows.
  ///   - empty: the notice for an empty list.
  public func list<List: Listing, View: RecordView>(
    _ listing: List, _ pages: PageSelection, of list: ModuleList<List>, as view: View.Type,
    empty: @autoclosure () -> String
  ) async throws where View.Model == List.Model {
    observe { _ = list.changes(of: listing) }
    var position: ListPosition?
    let count = try await output.list(as: view) { show in
      position = try await list.list(listing, pages, show)
    }
    notifyListed(
      count, position, page: pages.page, next: "\(list.module) more", empty: empty())
  }
}
