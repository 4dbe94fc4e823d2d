import CoreEvents

/// What a document says of a list besides its elements.
enum ListInformation {
  /// How many elements there are on all pages: `total`, otherwise `count`.
  static func total(_ meta: JSONValue?) -> Int? {
    for name in ["total", "count"] {
      if case .integer(let total) = meta?[name], total >= 0 { return total }
    }
    return nil
  }

  /// The address of the next page: a text or, as JSON:API also allows, an object with `href`.
  static func next(_ links: JSONValue?) -> String? {
    switch links?["next"] {
    case .string(let address): address
    case .object(let link):
      if case .string(let address) = link["href"] { address } else { nil }
    default: nil
    }
  }
}
