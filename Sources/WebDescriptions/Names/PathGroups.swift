/// The groups of operations by their paths, of a description whose tags and ids say nothing of groups.
///
/// A group is a collection. Those of one name are one group if at most one of them has items, which is the
/// group's home; else their names say where they are.
struct PathGroups {
  /// The groups by node; nil for a node that begins none.
  private var names: [String?]
  /// The nodes of groups that are several collections or one.
  private(set) var homes: [String: Int] = [:]

  /// Finds the groups of a tree.
  init(_ tree: PathTree) {
    names = Array(repeating: nil, count: tree.nodes.count)
    var slots: [String: Int] = [:]
    var collections: [[Int]] = []
    for node in tree.nodes.indices where tree[node].isCollection {
      let slot = slots[tree[node].name] ?? collections.count
      if slot == collections.count {
        slots[tree[node].name] = slot
        collections.append([])
      }
      collections[slot].append(node)
    }
    for nodes in collections { name(nodes, tree) }
  }

  /// Names collections that have one name.
  private mutating func name(_ nodes: [Int], _ tree: PathTree) {
    let nodes = nodes.sorted { (tree[$0].fixedDepth, $0) < (tree[$1].fixedDepth, $1) }
    let first = nodes[0]
    // A nested collection that can only be listed is a command of the one above.
    if nodes.count == 1, tree.isBelowParameter(first), !tree[first].hasChildren,
      tree[first].hasOnlyGET
    {
      return
    }
    var homes: [Int] = []
    for node in nodes where tree.hasItems(node) { homes.append(node) }
    let name = tree[first].name
    if homes.count <= 1 {
      for node in nodes { names[node] = name }
      self.homes[name] = homes.first ?? first
      return
    }
    let isAlone = nodes.count < 2 || tree[nodes[1]].fixedDepth > tree[first].fixedDepth
    for node in nodes {
      let above = tree.fixedParts(of: tree[node].parent).first
      if let above, node != first || !isAlone {
        var words = tree[above].words
        if let last = words.popLast() { words.append(NameWords.singular(last)) }
        names[node] = NameWords.joined(words + tree[node].words)
      } else {
        names[node] = name
      }
    }
  }

  /// Returns the group of an operation with a path.
  func name(of node: Int, _ tree: PathTree) -> String {
    var (node, first) = (node, PathTree.root)
    while node != PathTree.root {
      if let name = names[node] { return name }
      first = node
      node = tree[node].parent
    }
    return tree[first].name.isEmpty ? "root" : tree[first].name
  }
}
