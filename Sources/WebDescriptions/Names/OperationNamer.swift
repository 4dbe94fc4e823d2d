/// Gives operations their names, one kind of names after the other.
struct OperationNamer {
  /// The names that operations have by now.
  private(set) var names: [CommandName?]
  /// The commands that were compared.
  private(set) var comparisons = 0

  private let operations: [NamingFacts]
  private let owners: FormerOwners
  private var taken: Set<CommandName> = []
  private let tree: PathTree
  private let paths: [NamedPath]
  /// The nodes of the operations' paths.
  private let nodes: [Int]
  private let groups: CommandGroups

  /// - Parameters:
  ///   - operations: the operations that get names, in an order that does not depend on the document's.
  ///   - former: the names given before.
  init(_ operations: [NamingFacts], _ former: FormerNames) {
    self.operations = operations
    owners = FormerOwners(former, operations)
    names = Array(repeating: nil, count: operations.count)
    var paths: [NamedPath] = []
    for operation in operations { paths.append(NamedPath(operation.path)) }
    let prefix = NamedPath.commonPrefix(of: paths)
    var tree = PathTree()
    var nodes: [Int] = []
    for index in paths.indices {
      paths[index].removePrefix(prefix)
      nodes.append(tree.add(paths[index], of: operations[index]))
    }
    (self.paths, self.tree, self.nodes) = (paths, tree, nodes)
    groups = CommandGroups(operations, nodes, tree)
  }

  /// Gives an operation a name, if it has none and nothing else has this one.
  private mutating func assign(_ name: CommandName, to index: Int) {
    guard names[index] == nil, taken.insert(name).inserted else { return }
    names[index] = name
  }

  /// Gives the names that the description itself has for commands.
  mutating func assignDeclared() {
    for (slot, group) in groups.groups.enumerated() {
      for index in groups.members[slot] {
        guard let declared = operations[index].commandName else { continue }
        let command = NameWords.joined(NameWords.words(of: declared))
        // An operation does not change its group while its command stays.
        guard !command.isEmpty, owners.names[index]?.command != command else { continue }
        let name = CommandName(madeGroup: group.name, command: command)
        if !owners.isForeign(name, to: index) { assign(name, to: index) }
      }
    }
  }

  /// Gives the names that operations had.
  mutating func assignFormer() {
    for (index, name) in owners.names.enumerated() {
      if let name { assign(name, to: index) }
    }
  }

  /// Makes names for all other operations.
  mutating func assignMade() {
    for (slot, group) in groups.groups.enumerated() {
      var claims = NameClaims()
      var indexes: [Int] = []
      for index in groups.members[slot] where names[index] == nil {
        let node = nodes[index]
        let candidates = NameCandidates(
          operations[index], paths[index], node: node, in: group, tree)
        claims.add(
          candidates.names, place: place(of: node, in: group),
          method: operations[index].method
        ) { isTaken($0, in: group) }
        indexes.append(index)
      }
      let commands = claims.settle { isTaken($0, in: group) }
      comparisons += claims.comparisons
      for (index, command) in zip(indexes, commands) {
        assign(CommandName(madeGroup: group.name, command: command), to: index)
      }
    }
  }

  /// Whether a new operation cannot have a command.
  private func isTaken(_ command: String, in group: CommandGroup) -> Bool {
    let name = CommandName(madeGroup: group.name, command: command)
    return taken.contains(name) || owners.isForeign(name, to: nil)
  }

  private func place(of node: Int, in group: CommandGroup) -> NameClaims.Place {
    let isItem = tree[node].isParameter && tree[node].parent == group.home
    if node == group.home || isItem { return .home }
    let isNear =
      tree.isNode(node, within: group.home) && tree[node].fixedDepth == tree[group.home].fixedDepth
    return isNear ? .near : .elsewhere
  }
}
