public import ShellCommands
public import ShellOutput
public import WebFetching

/// Presents models as records: their columns, and a row of values for each.
///
/// ```swift
/// struct OrdersView: RecordView {
///   let columns = [Column("id"), Column("total", hint: .money(currency: "currency"))]
///
///   func row(_ order: Order) -> [CellValue] { [.text(order.id), .decimal(order.total)] }
/// }
/// ```
///
/// A view whose columns depend on what is listed also says how a list is written: ``write(_:to:)``.
public protocol RecordView<Model>: Sendable {
  /// The type of one model.
  associatedtype Model

  /// The columns, or those that are known before any model; help and completion after `|` name them.
  var columns: [Column] { get }

  /// Returns a model's values, one for each column.
  func row(_ model: Model) -> [CellValue]

  /// Writes the rows of a list, and ends it.
  ///
  /// By default it writes the ``columns`` before the list is requested, so that a stage reports a wrong field at once, and
  /// a ``row(_:)`` for each model.
  ///
  /// - Parameters:
  ///   - list: calls its argument with the models of each page.
  ///   - output: receives the rows.
  /// - Returns: the number of models.
  @MainActor
  func write(
    _ list: (_ show: ([Model]) async throws -> Void) async throws -> Void, to output: Output
  ) async throws -> Int
}

extension RecordView {
  /// Writes the columns, and then a row for each model.
  @MainActor
  public func write(
    _ list: (_ show: ([Model]) async throws -> Void) async throws -> Void, to output: Output
  ) async throws -> Int {
    try output.columns(columns)
    var count = 0
    try await list { models in
      for model in models { try output.row(row(model)) }
      count += models.count
      // At most one page is requested before this returns, so the stages that follow set the pace.
      try await output.room()
    }
    try output.finish()
    return count
  }
}

extension Output {
  /// Writes one model as a record.
  public func record<View: RecordView>(_ model: View.Model, as view: View) throws {
    try record(view.columns, view.row(model))
  }

  /// Writes models as rows, and ends the list.
  ///
  /// ```swift
  /// try await invocation.output.list(as: OrdersView()) { show in
  ///   try await state.list(pages, show)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - view: the columns and rows.
  ///   - list: calls its argument with the models of each page.
  /// - Returns: the number of models.
  @discardableResult
  public func list<View: RecordView>(
    as view: View,
    _ list: (_ show: ([View.Model]) async throws -> Void) async throws -> Void
  ) async throws -> Int {
    try await view.write(list, to: self)
  }
}

extension Invocation {
  /// Writes the notice below a list: which part of it was shown, or that it is empty.
  ///
  /// A notice about a partial list is always printed. One about an empty list is printed on a terminal
  /// only.
  ///
  /// - Parameters:
  ///   - count: the number of elements shown.
  ///   - position: which part of the list was shown; nil if that is unknown.
  ///   - page: the requested page, if any.
  ///   - next: the command for the next page: `orders more`.
  ///   - canListAll: whether the command has the option `--all`, which suits scripts better.
  ///   - empty: the notice for an empty list.
  public func notifyListed(
    _ count: Int, _ position: ListPosition?, page: Int? = nil, next: String? = nil,
    canListAll: Bool = true, empty: @autoclosure () -> String
  ) {
    if let position, let doubt = position.doubt {
      let hint = position.hasMore ? "\(doubt); see 'help paging'" : doubt
      let notice = PageNotice.text(
        shown: max(count, 1), upTo: position.reached, of: nil, hint: hint)
      if let notice { console.notify(notice) }
    } else if let position, position.hasMore {
      let hint = next.flatMap { isTyped || !canListAll ? "'\($0)' shows the next" : nil }
      let notice = PageNotice.text(
        shown: count, upTo: position.reached, of: position.total, hint: hint ?? PageNotice.allHint)
      if let notice { console.notify(notice) }
    } else if count == 0, console.columns != nil {
      let isAfterLast = page.map { $0 > 1 } ?? false
      console.notify(
        isAfterLast ? PageNotice.text(emptyPage: page ?? 0, of: position?.total) : empty())
    }
  }
}
