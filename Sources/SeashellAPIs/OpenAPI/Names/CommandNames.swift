/// The command names of a description's operations.
///
/// No two operations have the same name, and the order of the operations does not matter.
struct CommandNames: Sendable {
  /// The name of each operation, in the order of the operations; nil for one that can be called only by its
  /// id.
  let names: [CommandName?]
  /// The names to keep for the next version of the description.
  let former: FormerNames
  /// How many commands were compared; tests check its limit.
  let comparisons: Int

  /// Names operations.
  ///
  /// An operation gets its `x-cli-name`, or else the name that it had before, or else one made from its path,
  /// tag, id and method. It never gets a name that belonged to another operation.
  ///
  /// - Parameters:
  ///   - operations: the operations of the description.
  ///   - former: the names given before. Operations are matched by id, or else by method and path.
  ///   - date: the present time, in seconds since 1970.
  /// - Complexity: O(*n* log *n*) in the number of operations and of former names.
  init(
    _ operations: [NamingFacts], keeping former: FormerNames = FormerNames(), date: Int = 0
  ) {
    let order = Self.order(of: operations)
    var ordered: [NamingFacts] = []
    for index in order { ordered.append(operations[index]) }
    var namer = OperationNamer(ordered, former.areReplaced ? FormerNames() : former)
    namer.assignDeclared()
    namer.assignFormer()
    namer.assignMade()
    var names: [CommandName?] = Array(repeating: nil, count: operations.count)
    for (place, index) in order.enumerated() { names[index] = namer.names[place] }
    self.names = names
    self.former = Self.former(ordered, namer.names, former, date)
    comparisons = namer.comparisons
  }

  /// Returns the indexes of the operations to name, sorted by path, method and id.
  private static func order(of operations: [NamingFacts]) -> [Int] {
    var order: [Int] = []
    for (index, operation) in operations.enumerated()
    where !operation.isIgnored && !operation.method.isIncidental {
      order.append(index)
    }
    order.sort { left, right in
      let (a, b) = (operations[left], operations[right])
      if a.path != b.path { return a.path.utf8.lexicographicallyPrecedes(b.path.utf8) }
      if a.method != b.method { return a.method.rawValue < b.method.rawValue }
      return a.id == b.id ? left < right : a.id < b.id
    }
    return order
  }

  /// Returns the names in use and the former names, up to their maximum number.
  private static func former(
    _ operations: [NamingFacts], _ names: [CommandName?], _ before: FormerNames, _ date: Int
  ) -> FormerNames {
    var all: [FormerName] = []
    var seen: Set<CommandName> = []
    for (operation, name) in zip(operations, names) {
      guard let name else { continue }
      seen.insert(name)
      all.append(
        FormerName(
          id: operation.id, method: operation.method, path: operation.path, name: name))
    }
    var gone: [FormerName] = []
    for var former in before.names where seen.insert(former.name).inserted {
      former.goneSince = former.goneSince ?? date
      gone.append(former)
    }
    // The latest first; names with the same time keep their order.
    var order: [(since: Int, index: Int)] = []
    for (index, former) in gone.enumerated() { order.append((former.goneSince ?? 0, index)) }
    order.sort { $0.since == $1.since ? $0.index < $1.index : $0.since > $1.since }
    for place in order.prefix(FormerNames.mostGone) { all.append(gone[place.index]) }
    return FormerNames(all)
  }
}
