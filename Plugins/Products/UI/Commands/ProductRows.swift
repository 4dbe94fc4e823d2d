import SeashellKit

/// What the commands that list products have in common.
extension Invocation {
  /// Writes a list of products, and ends it.
  ///
  /// - Parameter list: gives each product.
  /// - Returns: how many there were.
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

  /// Says below a list which part of it was shown; at a terminal, also that there was nothing.
  ///
  /// - Parameters:
  ///   - count: how many products were shown.
  ///   - hint: how the user gets the others.
  func notify(_ console: any Console, of state: ProductsState, shown count: Int, hint: String) {
    if let notice = ProductsView.notice(state.position, shown: count, hint: hint) {
      console.notify(notice)
    } else if count == 0, console.columns != nil, let listing = state.listing {
      console.notify(ProductsView.emptyNotice(listing, of: state.position?.total))
    }
  }
}
