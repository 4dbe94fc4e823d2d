/// The commands that an operation may have in its group, best first.
///
/// The first ones say what the operation does. Further ones, which are made only if another operation has
/// these, also say how it differs from others.
final class NameCandidates {
  /// The candidates; at least one.
  private(set) var names: [String] = []
  /// The first of ``names``, or the verb if there is none.
  private(set) lazy var first =
    names.first?.split(separator: "-").map { String($0) } ?? [kind]

  let operation: NamedOperation
  let group: CommandGroup
  let tree: PathTree
  let node: PathTree.Node
  /// The nodes from the top to the operation's.
  let chain: [Int]
  /// Whether the path leads through the group's part.
  let isInside: Bool
  /// The nodes below the group's part, or those in which the path differs from it.
  let below: ArraySlice<Int>
  /// The words of the fixed parts since the last parameter, then of more and more of the path, without those
  /// in the group's name.
  let tails: [[String]]
  /// The words since the last parameter.
  let near: [String]
  let id: IDWords
  /// The words for the operation's kind: `add`, unless its path or its id have a verb of their own.
  let kind: String
  /// Whether a change is said to be about several things.
  let isMany: Bool

  init(
    _ operation: NamedOperation, in group: CommandGroup, _ tree: PathTree, isVerbFirst: Bool
  ) {
    (self.operation, self.group, self.tree) = (operation, group, tree)
    node = tree[operation.node]
    chain = tree.chain(to: operation.node)
    isInside = tree.isNode(operation.node, within: group.home)
    below = Self.below(chain, group.home, tree, isInside: isInside)
    tails = Self.tails(below, in: group, tree)
    near = tails.first ?? []
    var id = IDWords(operation, in: group.words, isVerbFirst: isVerbFirst)
    id.removeGroup(group.words)
    self.id = id
    kind = Self.kind(operation, id, node)
    isMany = operation.method != .get && operation.saysMany
    if let words = operation.path.fragment.first.flatMap({ NamedVerb($0) }) {
      add([words.command] + group.without(Array(operation.path.fragment.dropFirst())))
    }
    if !operation.lead.isEmpty {
      addLead()
    } else if isReading {
      addReading()
    } else {
      addWriting()
    }
    addGroupVerb()
    if !isInside { addOwner() }
  }

  /// The candidates of an older version of an operation with this command.
  convenience init(
    _ operation: NamedOperation, named command: String, in group: CommandGroup, _ tree: PathTree
  ) {
    self.init(operation, in: group, tree, isVerbFirst: true)
    names = [command]
    first = [command]
    add([command] + NameWords.words(of: operation.facts.path))
  }

  // MARK: The path

  var isItem: Bool { node.isParameter }
  /// The word of a stand-in for a parameter: `me`.
  var me: String { operation.path.selfWord }
  var method: DescribedMethod { operation.method }
  /// Whether a path below the operation's has a parameter.
  var hasItem: Bool { node.parameter != nil }
  var isHome: Bool { operation.node == group.home }

  /// Whether the operation is named like a GET.
  var isReading: Bool {
    if method == .get { return true }
    guard operation.isQuery, id.verb == .show || id.verb == .list else { return false }
    return node.words.first.map { !NamedVerb.isVerb($0) } ?? true
  }

  private static func below(
    _ chain: [Int], _ home: Int, _ tree: PathTree, isInside: Bool
  ) -> ArraySlice<Int> {
    if isInside { return chain.dropFirst(tree[home].depth) }
    let other = tree.chain(to: home)
    var start = 0
    while start < min(chain.count, other.count), chain[start] == other[start] { start += 1 }
    // The same thing at another place begins the tail there.
    let same = chain.lastIndex {
      !tree[$0].words.isEmpty && tree[$0].singulars == tree[home].singulars
    }
    if let same, same >= start { start = same + 1 }
    return chain[start...]
  }

  private static func tails(
    _ below: ArraySlice<Int>, in group: CommandGroup, _ tree: PathTree
  ) -> [[String]] {
    var (tails, piece): ([[String]], [String]) = ([], [])
    var end = below.endIndex
    while end > below.startIndex {
      var start = end
      while start > below.startIndex, !tree[below[start - 1]].isParameter { start -= 1 }
      for node in below[start..<end] {
        for word in tree[node].words where !piece.contains(word) && !group.says(word) {
          piece.append(word)
        }
      }
      if !piece.isEmpty { tails.append(piece + (tails.last ?? [])) }
      piece = []
      end = start - 1
    }
    return tails
  }

  /// The singulars of the path that the group's name does not have.
  var pathWords: [String] {
    var words: [String] = []
    for node in chain { words += group.without(tree[node].singulars) }
    return words
  }

  // MARK: Adding

  func add(_ words: [String]) {
    let name = NameWords.joinedOnce(words)
    if !name.isEmpty, !names.contains(name) { names.append(name) }
  }

  /// Adds a candidate at a place; if it is there already, it moves.
  private func insert(_ name: String, at index: Int) {
    names.removeAll { $0 == name }
    names.insert(name, at: min(index, names.count))
  }

  // MARK: What is done

  /// Adds names with the verb from the middle of the path.
  private func addLead() {
    let noun = operation.isList ? near : NameWords.one(near)
    add([operation.lead] + (operation.isList && near.isEmpty ? ["list"] : []) + noun)
    var words: [String] = []
    for word in group.without(operation.idWords)
    where !NamedVerb.fillers.contains(word) && !word.hasPrefix("namespaced")
      && !NamedVersion.isVersion(word)
    {
      words.append(word)
    }
    add([operation.lead] + words)
  }

  /// Puts `run` first for an operation that is the group's own verb: `shutdown run`.
  private func addGroupVerb() {
    guard isHome, !isItem, !hasItem, let verb = node.words.first, node.operations == 1 else {
      return
    }
    let isPlace = ["search", "query", "find", "import", "export"].contains(node.key)
    guard method == .post && NamedVerb.isVerb(verb) || isPlace else { return }
    if method == .post || names.isEmpty || ["show", "search", verb].contains(names[0]) {
      names.insert("run", at: 0)
    }
  }

  /// Adds whose the things are, or that they are all, if the path leads into the group from outside.
  private func addOwner() {
    var owner: [String] = []
    for index in chain.dropLast(isItem ? 2 : 1).reversed() {
      guard let last = tree[index].singulars.last, !group.says(last) else { continue }
      owner = NameWords.one(tree[index].words)
      break
    }
    if !near.isEmpty {
      let name = NameWords.joinedOnce(first + owner)
      if !owner.isEmpty, name != first.joined(separator: "-") { insert(name, at: 1) }
      return
    }
    if !operation.isAdopted, me.isEmpty {
      var new = id.rest.filter { !first.contains($0) }
      if new.contains("all") { new = ["all"] }
      let whole = operation.isList || method != .get && !isItem ? "all" : isItem ? "any" : "own"
      let words = owner.isEmpty ? new.isEmpty ? [whole] : new : owner
      // The only list may have the plain word.
      let name = NameWords.joinedOnce(first + words)
      insert(name, at: first == ["list"] ? 1 : 0)
      // If the id says the same, other operations make room first.
      if !owner.isEmpty, name == NameWords.joinedOnce(first + id.rest) { names.append(name) }
    }
  }
}
