/// Assigns the names given before to the operations of the new description.
struct FormerOwners {
  /// The former name of each operation; nil for a new operation.
  private(set) var names: [CommandName?]
  /// The index of each name's operation; nil if the operation was removed.
  private var owners: [CommandName: Int?] = [:]

  /// Matches former names with operations, first by id, and the rest by method and path.
  ///
  /// Names in use are matched before former ones, so that an operation that changed its name has its latest
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

  /// Whether a name belongs or belonged to an operation other than this one; if the index is nil, to any
  /// operation.
  func isForeign(_ name: CommandName, to index: Int?) -> Bool {
    guard let owner = owners[name] else { return false }
    return index == nil || owner != index
  }
}
