/// The paths of all operations as a tree, which treats all parameters alike, whatever their names.
struct PathTree {
  final class Node {
    let parent: Int
    let depth: Int
    let part: String
    /// The words of the part; empty for the root, a parameter, and a part without words.
    let words: [String]
    /// The words in singular.
    let singulars: [String]
    /// The words in singular as one text.
    let key: String
    /// The number of parts with words from the root, including this one.
    let fixedDepth: Int
    var parameter: Int?
    /// The methods of the operations at this node.
    var methods: DescribedMethods = []
    /// The number of operations at this node.
    var operations = 0
    /// The number of operations at this node and below.
    var operationsWithin = 0
    /// The number of operations at this node and below that may change data.
    var writesWithin = 0
    /// Whether a part with words is directly below and has an operation.
    var hasUsedParts = false
    /// Whether a part with words is directly below.
    var hasParts = false
    var isCollection = false

    var isParameter: Bool { part == NamedPath.parameter }
    var isPlural: Bool { words.last.map(NameWords.isPlural) ?? false }
    /// Whether there is one method besides GET.
    var hasOneWrite: Bool { methods.subtracting(.get).rawValue.nonzeroBitCount == 1 }
    var hasRead: Bool { methods.contains(.get) }

    init(_ part: String = "", _ words: [String] = [], below parent: Int = 0, _ above: Node? = nil) {
      (self.part, self.words, self.parent) = (part, words, parent)
      singulars = NameWords.singulars(words)
      key = singulars.joined(separator: "-")
      depth = above.map { $0.depth + 1 } ?? 0
      fixedDepth = (above?.fixedDepth ?? 0) + (words.isEmpty ? 0 : 1)
    }

    func has(_ methods: DescribedMethods) -> Bool { !self.methods.isDisjoint(with: methods) }
  }

  private struct Key: Hashable {
    let parent: Int
    let part: String
  }

  static let root = 0

  /// The root comes first; each node comes after its parent.
  private(set) var nodes = [Node()]
  private var children: [Key: Int] = [:]

  subscript(node: Int) -> Node { nodes[node] }

  /// Adds the paths of operations without what their names leave out, and notes in each operation its node.
  init(_ operations: [NamedOperation]) {
    NamedOperation.removeLeadingVerbs(operations)
    let prefix = NamedPath.commonPrefix(of: operations.map(\.path))
    for operation in operations { operation.path.removePrefix(prefix) }
    reset(operations)
    // A part with another spelling may make one the singular of a collection.
    for _ in 0..<2 where joinSpellings(operations) { reset(operations) }
    finish()
  }

  private mutating func reset(_ operations: [NamedOperation]) {
    nodes = [Node()]
    children = [:]
    for operation in operations { operation.node = add(operation.path, operation.method) }
  }

  /// Spells the part of `/tag/{id}` like that of `/tags`; returns whether any part was changed.
  private mutating func joinSpellings(_ operations: [NamedOperation]) -> Bool {
    let misspelled = misspelledParts()
    if misspelled.isEmpty { return false }
    for operation in operations {
      for (place, node) in chain(to: operation.node).enumerated() {
        if let part = misspelled[node] { operation.path.replacePart(at: place, by: part) }
      }
    }
    return true
  }

  private mutating func add(_ path: NamedPath, _ method: DescribedMethod) -> Int {
    var node = Self.root
    for part in path.parts { node = child(part, of: node) }
    nodes[node].methods.insert(DescribedMethods(method))
    nodes[node].operations += 1
    return node
  }

  private mutating func child(_ part: String, of parent: Int) -> Int {
    let key = Key(parent: parent, part: part)
    if let known = children[key] { return known }
    let isEntry = nodes[parent].fixedDepth == 0 && NamedVerb.entries.contains(part)
    let isWordless = part == NamedPath.parameter || isEntry || NamedVersion.isVersion(part)
    let words = isWordless ? [] : NameWords.words(of: part)
    let node = nodes.count
    nodes.append(Node(part, words, below: parent, nodes[parent]))
    if part == NamedPath.parameter { nodes[parent].parameter = node }
    if !words.isEmpty { nodes[parent].hasParts = true }
    children[key] = node
    return node
  }

  /// Counts what is below each node, and finds the collections, when all paths are there.
  private mutating func finish() {
    for node in nodes.indices.reversed() {
      nodes[node].operationsWithin += nodes[node].operations
      if nodes[node].methods != .get, nodes[node].operations > 0 { nodes[node].writesWithin += 1 }
      guard node != Self.root else { continue }
      let parent = nodes[node].parent
      nodes[parent].operationsWithin += nodes[node].operationsWithin
      nodes[parent].writesWithin += nodes[node].writesWithin
      if !nodes[node].words.isEmpty, nodes[node].operations > 0 {
        nodes[parent].hasUsedParts = true
      }
    }
    for node in nodes.indices { nodes[node].isCollection = isCollection(node) }
  }

  /// Whether a part lists or adds things, of which one is shown or changed.
  private func isCollection(_ index: Int) -> Bool {
    let node = nodes[index]
    guard let first = node.singulars.first, first != "search", let last = node.words.last,
      let parameter = node.parameter
    else { return false }
    var item = nodes[parameter]
    // Two parameters for one thing: /repos/{owner}/{repo}.
    while item.operations == 0, !item.hasParts, let next = item.parameter { item = nodes[next] }
    if NamedVerb.isVerb(last), !node.hasRead || !item.hasRead { return false }
    return node.has([.get, .post]) && item.has([.get, .put, .patch, .post])
      || item.hasRead && (item.has([.put, .patch, .delete]) || item.hasUsedParts)
  }

  /// Whether a node is the same as another one or below it.
  func isNode(_ node: Int, within other: Int) -> Bool {
    var node = node
    while nodes[node].depth > nodes[other].depth { node = nodes[node].parent }
    return node == other
  }

  /// Returns a node and those above it, without the root, from the top.
  func chain(to node: Int) -> [Int] {
    var chain: [Int] = []
    var node = node
    while node != Self.root {
      chain.append(node)
      node = nodes[node].parent
    }
    chain.reverse()
    return chain
  }

  /// Returns the parts with words above a node, the nearest first.
  func partsAbove(_ node: Int) -> [Int] {
    var parts: [Int] = []
    var node = nodes[node].parent
    while node != Self.root {
      if !nodes[node].words.isEmpty { parts.append(node) }
      node = nodes[node].parent
    }
    return parts
  }

  /// Returns the parts with words on the way to some nodes, and how many of these are below each.
  func parts(to ends: [Int]) -> (parts: [Int], counts: [Int: Int]) {
    var (parts, counts): ([Int], [Int: Int]) = ([], [:])
    for end in ends {
      for node in chain(to: end) where !nodes[node].words.isEmpty {
        let count = counts[node] ?? 0
        if count == 0 { parts.append(node) }
        counts[node] = count + 1
      }
    }
    return (parts, counts)
  }

  /// The singulars of a node's part and of the parts above it, from the top.
  func allSingulars(_ node: Int) -> [String] {
    var all: [String] = []
    for node in chain(to: node) { all += nodes[node].singulars }
    return all
  }

  /// Whether a GET has a parameter below a node.
  func hasReadItems(_ node: Int) -> Bool {
    nodes[node].parameter.map { nodes[$0].hasRead } ?? false
  }

  /// The path of a node as text.
  func text(of node: Int) -> String {
    chain(to: node).map { nodes[$0].part }.joined(separator: "/")
  }

  /// Finds the parts that have the name of a collection beside them in the singular: `/tag/{id}` beside `/tags`.
  ///
  /// - Returns: for each such node, the collection's part.
  private func misspelledParts() -> [Int: String] {
    var collections: [Key: Int] = [:]
    for (index, node) in nodes.enumerated() where node.isPlural && node.parameter == nil {
      let key = Key(parent: node.parent, part: node.key)
      if collections[key] == nil { collections[key] = index }
    }
    var found: [Int: String] = [:]
    for (index, node) in nodes.enumerated() where node.parameter != nil && !node.words.isEmpty {
      let collection = collections[Key(parent: node.parent, part: node.key)]
      guard let collection, nodes[collection].methods.isDisjoint(with: node.methods) else {
        continue
      }
      found[index] = nodes[collection].part
    }
    return found
  }
}
