/// Groups operations by their paths, for a description whose tags and ids do not name groups.
///
/// A group is a collection. Collections with the same name form one group if at most one of them has items;
/// that one is the group's home. Otherwise their names also say where they are.
struct PathGroups {
  /// The group of each node; nil for a node that begins no group.
  private var names: [String?]
  /// The home nodes of groups, by name.
  private(set) var homes: [String: Int] = [:]

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

  private mutating func name(_ nodes: [Int], _ tree: PathTree) {
    let nodes = nodes.sorted { (tree[$0].fixedDepth, $0) < (tree[$1].fixedDepth, $1) }
    let first = nodes[0]
    // A nested collection that can only be listed becomes a command of the collection above.
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
