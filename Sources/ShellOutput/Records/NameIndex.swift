/// The places of names in a list without repetitions.
///
/// Few names are compared one by one, which is faster than to hash them.
struct NameIndex {
  private static let few = 16

  private var names: [String] = []
  /// The places of more than a few names.
  private var places: [String: Int] = [:]

  init() {}

  /// Creates an index of names, of which each that comes again is left out.
  init(_ all: [String]) {
    if all.count <= Self.few, all.indices.allSatisfy({ !all[..<$0].contains(all[$0]) }) {
      names = all
    } else {
      for name in all where self[name] == nil { append(name) }
    }
  }

  mutating func reserveCapacity(_ count: Int) { names.reserveCapacity(count) }

  /// How many names there are.
  var count: Int { names.count }

  /// The place of a name; nil if it is not in the list.
  ///
  /// - Complexity: O(1).
  subscript(name: String) -> Int? {
    names.count <= Self.few ? names.firstIndex(of: name) : places[name]
  }

  /// Adds a name that is not in the list.
  mutating func append(_ name: String) {
    names.append(name)
    if names.count > Self.few + 1 {
      places[name] = names.count - 1
    } else if names.count > Self.few {
      for (place, name) in names.enumerated() { places[name] = place }
    }
  }
}
