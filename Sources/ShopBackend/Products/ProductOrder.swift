/// The orders in which products are listed.
enum ProductOrder: String, CaseIterable {
  case catalogue = ""
  case name
  case nameReversed = "-name"
  case price
  case priceReversed = "-price"

  /// Reads the value of `sort`.
  init(_ request: ShopRequest) throws(Refusal) {
    guard let name = try request.onlyValue(of: "sort") else {
      self = .catalogue
      return
    }
    guard !name.isEmpty, let order = ProductOrder(rawValue: name) else {
      throw .invalid(
        parameter: "sort", "sort must be name or price, with a - before it to reverse the order.")
    }
    self = order
  }

  /// The order in SQL.
  ///
  /// Equal products are told apart by their place in the catalogue. A reversed order is the other
  /// one read backwards, so that one index serves both.
  var sql: String {
    switch self {
    case .catalogue: "number"
    case .name: "name COLLATE NOCASE, number"
    case .nameReversed: "name COLLATE NOCASE DESC, number DESC"
    case .price: "price, number"
    case .priceReversed: "price DESC, number DESC"
    }
  }
}
