/// Names operations: first the declared names, then the former ones, then new ones.
struct OperationNamer {
  private(set) var names: [CommandName?]
  private(set) var comparisons = 0

  private let operations: [NamingFacts]
  private let owners: FormerOwners
  private var taken: Set<CommandName> = []
  private let tree: PathTree
  private let paths: [NamedPath]
  private let nodes: [Int]
  private let groups: CommandGroups

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

  /// Assigns a name, unless the operation already has one or the name is taken.
  private mutating func assign(_ name: CommandName, to index: Int) {
    guard names[index] == nil, taken.insert(name).inserted else { return }
    names[index] = name
  }

  mutating func assignDeclared() {
    for (slot, group) in groups.groups.enumerated() {
      for index in groups.members[slot] {
        guard let declared = operations[index].commandName else { continue }
        let command = NameWords.joined(NameWords.words(of: declared))
        // An operation keeps its group as long as its command stays the same.
        guard !command.isEmpty, owners.names[index]?.command != command else { continue }
        let name = CommandName(madeGroup: group.name, command: command)
        if !owners.isForeign(name, to: index) { assign(name, to: index) }
      }
    }
  }

  mutating func assignFormer() {
    for (index, name) in owners.names.enumerated() {
      if let name { assign(name, to: index) }
    }
  }

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
