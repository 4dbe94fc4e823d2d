/// The operations to which the names given before belong.
struct FormerOwners {
  /// The name that each operation had; nil for a new one.
  private(set) var names: [CommandName?]
  /// The operation by name; nil for an operation that is gone.
  private var owners: [CommandName: Int?] = [:]

  /// Finds the operations of former names: by their ids, and those that are left by method and path.
  ///
  /// Names in use come before those that are gone, so that an operation which changed its name has its last
  /// one.
  init(_ former: FormerNames, _ operations: [NamingFacts]) {
    names = Array(repeating: nil, count: operations.count)
    let former = former.names
    if former.isEmpty { return }
    var ids: [String: Int] = [:]
    var lines: [String: Int] = [:]
    for (index, operation) in operations.enumerated() {
      if ids[operation.id] == nil { ids[operation.id] = index }
      let line = "\(operation.method.rawValue) \(operation.path)"
      if lines[line] == nil { lines[line] = index }
    }
    var found: [Int?] = Array(repeating: nil, count: former.count)
    for isByID in [true, false] {
      for isGone in [false, true] {
        for (place, name) in former.enumerated()
        where found[place] == nil && isGone == (name.goneSince != nil) {
          let index = isByID ? ids[name.id] : lines["\(name.method.rawValue) \(name.path)"]
          guard let index, names[index] == nil else { continue }
          found[place] = index
          names[index] = name.name
        }
      }
    }
    for (place, name) in former.enumerated() where owners[name.name] == nil {
      owners[name.name] = .some(found[place] ?? ids[name.id])
    }
  }

  /// Whether a name is or was that of another operation than this one; of any operation for nil.
  func isForeign(_ name: CommandName, to index: Int?) -> Bool {
    guard let owner = owners[name] else { return false }
    return index == nil || owner != index
  }
}
