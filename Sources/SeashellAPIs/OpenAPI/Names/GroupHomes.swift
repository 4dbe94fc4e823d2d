/// Finds the part of the path that each operation's group is about.
struct GroupHomes {
  /// The node of each operation's group.
  private(set) var nodes: [Int] = []

  private let tree: PathTree
  private let tags: TagSubjects
  /// The collections of each name.
  private var collections: [String: [Int]] = [:]
  /// The lists elsewhere of collections that have none themselves: `/orgs/{org}/teams` for `/teams/{id}`.
  private var adopted: [Int: Int] = [:]

  init(_ operations: [NamedOperation], _ tags: TagSubjects, _ tree: PathTree) {
    (self.tree, self.tags) = (tree, tags)
    for node in tree.nodes.indices where tree[node].isCollection {
      collections[tree[node].key, default: []].append(node)
    }
    findAdopted(operations)
    for operation in operations {
      operation.isAdopted = adopted[operation.node] != nil
      nodes.append(home(of: operation))
    }
    joinPlaces()
  }

  private mutating func findAdopted(_ operations: [NamedOperation]) {
    var lists: [String: Set<Int>] = [:]
    for operation in operations where operation.method == .get && operation.isList {
      let node = tree[operation.node]
      if node.isCollection || node.words.isEmpty { continue }
      lists[node.key, default: []].insert(operation.node)
    }
    for (key, found) in lists where found.count == 1 {
      guard let list = found.first, let homes = collections[key], homes.count == 1,
        !tree[homes[0]].hasRead
      else { continue }
      adopted[list] = homes[0]
    }
  }

  private func home(of operation: NamedOperation) -> Int {
    if let home = adopted[operation.node] { return home }
    let chain = tree.chain(to: operation.node)
    let collection = chain.last { tree[$0].isCollection }
    if let about = operation.facts.tag.flatMap({ tags.nodes[$0] }) {
      guard let collection else { return about }
      if chain.contains(about) {
        return tree.isNode(collection, within: about) ? collection : about
      }
      // The same thing at another place: /user/issues with the tag 'issue'.
      if let inner = chain.last(where: { tree[$0].singulars == tree[about].singulars }) {
        return tree[collection].depth > tree[inner].depth ? collection : about
      }
    }
    return collection ?? homeOfOthers(chain)
  }

  /// The home of an operation below no collection.
  private func homeOfOthers(_ chain: [Int]) -> Int {
    guard let end = chain.last else { return PathTree.root }
    let fixed = chain.filter { !tree[$0].words.isEmpty }
    var last = fixed.last { tree[$0].isPlural && ($0 == end || tree[$0].parameter == end) }
    if let last, let homes = collections[tree[last].key], homes.count == 1 { return homes[0] }
    if last == nil, tree[end].isParameter {
      last = fixed.last { part in tree[part].parameter.map(chain.contains) ?? false }
    }
    return last ?? fixed.first { tree[$0].parameter != nil || tree[$0].isPlural }
      ?? fixed.first { NamedVerb(tree[$0].singulars[0]) == nil } ?? fixed.first ?? PathTree.root
  }

  /// Makes one group of the places of one name, of which one is a collection.
  private mutating func joinPlaces() {
    var places: [String: [Int]] = [:]
    for node in Set(nodes) { places[tree[node].key, default: []].append(node) }
    var own: Set<Int> = []
    for (tag, node) in tags.nodes {
      let words = NameWords.singulars(tags.words[tag] ?? [])
      if Set(words) != Set(tree[node].singulars) { own.insert(node) }
    }
    var joined: [Int: Int] = [:]
    for places in places.values where places.count > 1 {
      var first = places[0]
      for place in places where isBefore(place, first) { first = place }
      for other in places
      where other != first && !tree[other].isCollection && !own.contains(other) {
        joined[other] = first
      }
    }
    for index in nodes.indices { nodes[index] = joined[nodes[index]] ?? nodes[index] }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (tree[left], tree[right])
    if a.isCollection != b.isCollection { return a.isCollection }
    if a.fixedDepth != b.fixedDepth { return a.fixedDepth < b.fixedDepth }
    if a.depth != b.depth { return a.depth < b.depth }
    return tree.text(of: left).utf8.lexicographicallyPrecedes(tree.text(of: right).utf8)
  }
}
