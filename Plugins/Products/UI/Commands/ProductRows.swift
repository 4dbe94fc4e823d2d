import SeashellKit

extension Invocation {
  /// Writes a list of products.
  ///
  /// - Parameter list: calls its argument with each product.
  /// - Returns: the number of products.
  func write(_ list: ((Product) throws -> Void) async throws -> Void) async throws -> Int {
    try output.columns(ProductsView.columns)
    var count = 0
    try await list { product in
      count += 1
      try output.row(ProductsView.row(product))
    }
    try output.finish()
    return count
  }

  /// Prints the notice below a list that is cut or, on a terminal, empty.
  ///
  /// - Parameters:
  ///   - count: the number of products shown.
  ///   - hint: how to get the others.
  func notify(_ console: any Console, of state: ProductsState, shown count: Int, hint: String) {
    if let notice = ProductsView.notice(state.position, shown: count, hint: hint) {
      console.notify(notice)
    } else if count == 0, console.columns != nil, let listing = state.listing {
      console.notify(ProductsView.emptyNotice(listing, of: state.position?.total))
    }
  }
}
