/// The properties and items of a value that schemas have evaluated, for `unevaluatedProperties` and
/// `unevaluatedItems`.
struct EvaluatedParts {
  var names: Set<String> = []
  var hasAllNames = false
  /// The number of items at the front.
  var itemCount = 0
  /// Other items.
  var items: Set<Int> = []
  var hasAllItems = false

  mutating func formUnion(_ other: EvaluatedParts) {
    names.formUnion(other.names)
    items.formUnion(other.items)
    itemCount = max(itemCount, other.itemCount)
    hasAllNames = hasAllNames || other.hasAllNames
    hasAllItems = hasAllItems || other.hasAllItems
  }

  func contains(_ name: String) -> Bool { hasAllNames || names.contains(name) }

  func contains(_ index: Int) -> Bool {
    hasAllItems || index < itemCount || items.contains(index)
  }
}
