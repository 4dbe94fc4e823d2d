/// The paths of all operations as a tree, which treats all parameters alike, whatever their names.
struct PathTree {
  struct Node {
    let parent: Int
    let depth: Int
    /// The number of fixed parts from the root, including this one.
    let fixedDepth: Int
    let isParameter: Bool
    let words: [String]
    let singulars: [String]
    /// The words as a name; empty for a parameter or a part without words.
    let name: String
    var parameter: Int?
    var hasChildren = false
    var isListed = false
    var hasOperations = false
    var hasGET = false
    var hasEdit = false
    var hasOnlyGET = true

    /// Whether it is a noun for several things: each has a path below it, or a GET lists them.
    var isCollection: Bool { !words.isEmpty && (parameter != nil || isListed && isPlural) }

    var isPlural: Bool { words.last.map(NameWords.isPlural) ?? false }
  }

  private struct Key: Hashable {
    let parent: Int
    let part: String
  }

  /// The root comes first; each node comes after its parent.
  private(set) var nodes = [
    Node(
      parent: 0, depth: 0, fixedDepth: 0, isParameter: false, words: [], singulars: [], name: "")
  ]
  private var children: [Key: Int] = [:]

  static let root = 0

  mutating func add(_ path: NamedPath, of operation: NamingFacts) -> Int {
    var node = Self.root
    for part in path.parts { node = child(part, of: node) }
    nodes[node].hasOperations = true
    if operation.method == .put || operation.method == .patch { nodes[node].hasEdit = true }
    if operation.method != .get {
      nodes[node].hasOnlyGET = false
    } else {
      nodes[node].hasGET = true
      if operation.isList == true { nodes[node].isListed = true }
    }
    return node
  }

  private mutating func child(_ part: String, of parent: Int) -> Int {
    let key = Key(parent: parent, part: part)
    if let known = children[key] { return known }
    let isParameter = part == NamedPath.parameter
    let words = isParameter ? [] : NameWords.words(of: part)
    let node = nodes.count
    nodes.append(
      Node(
        parent: parent, depth: nodes[parent].depth + 1,
        fixedDepth: nodes[parent].fixedDepth + (isParameter ? 0 : 1), isParameter: isParameter,
        words: words, singulars: NameWords.singulars(words), name: NameWords.joined(words)))
    nodes[parent].hasChildren = true
    if isParameter { nodes[parent].parameter = node }
    children[key] = node
    return node
  }

  subscript(node: Int) -> Node { nodes[node] }

  /// Whether a node is the same as another one or below it.
  func isNode(_ node: Int, within other: Int) -> Bool {
    var node = node
    while nodes[node].depth > nodes[other].depth { node = nodes[node].parent }
    return node == other
  }

  /// Returns the fixed parts from a node upwards, in that order, up to but excluding another node.
  func fixedParts(of node: Int, below other: Int = PathTree.root) -> [Int] {
    var parts: [Int] = []
    var node = node
    while node != other, node != Self.root {
      if !nodes[node].isParameter { parts.append(node) }
      node = nodes[node].parent
    }
    return parts
  }

  func isBelowParameter(_ node: Int) -> Bool {
    nodes[node].depth > nodes[node].fixedDepth
  }

  /// Whether a GET has a parameter below a node.
  func hasReadItems(_ node: Int) -> Bool {
    nodes[node].parameter.map { nodes[$0].hasGET } ?? false
  }

  /// Whether the items of a collection have operations of their own.
  func hasItems(_ node: Int) -> Bool {
    guard let parameter = nodes[node].parameter else { return false }
    return nodes[parameter].hasOperations
  }
}
