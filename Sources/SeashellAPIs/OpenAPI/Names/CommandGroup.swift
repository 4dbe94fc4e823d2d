struct CommandGroup {
  let name: String
  /// The path node that all or most commands are below.
  let home: Int
  /// The words of the name, in singular.
  let words: [String]

  func isNamed(_ word: String) -> Bool { words.contains(NameWords.singular(word)) }

  /// Whether a word adds nothing to the group's name: `billing` adds nothing to `bills`, since of
  /// two long words, one that begins with the other counts as the same.
  func says(_ word: String) -> Bool {
    let word = NameWords.singular(word)
    for own in words {
      if own == word { return true }
      if own.utf8.count > 4, word.utf8.count > 4, own.hasPrefix(word) || word.hasPrefix(own) {
        return true
      }
    }
    return false
  }
}

struct CommandGroups {
  /// The groups, in the order of their first operations.
  private(set) var groups: [CommandGroup] = []
  private(set) var members: [[Int]] = []

  init(_ operations: [NamingFacts], _ nodes: [Int], _ tree: PathTree) {
    let paths = PathGroups(tree)
    let stated = Self.statedNames(operations)
    var slots: [String: Int] = [:]
    var names: [String] = []
    for (index, node) in nodes.enumerated() {
      let name = stated[index] ?? paths.name(of: node, tree)
      let slot = slots[name] ?? names.count
      if slot == names.count {
        slots[name] = slot
        names.append(name)
        members.append([])
      }
      members[slot].append(index)
    }
    let isByPath = stated.allSatisfy { $0 == nil }
    var counts = Array(repeating: 0, count: tree.nodes.count)
    for (slot, name) in names.enumerated() {
      let words = NameWords.singulars(NameWords.words(of: name))
      let known = isByPath ? paths.homes[name] : nil
      let home = known ?? Self.home(of: members[slot].map { nodes[$0] }, words, tree, &counts)
      groups.append(CommandGroup(name: name, home: home, words: words))
    }
  }

  /// Returns the groups named by tags or ids, if nine in ten operations have them.
  private static func statedNames(_ operations: [NamingFacts]) -> [String?] {
    var tags: [String?] = []
    var prefixes: [String?] = []
    for operation in operations {
      tags.append(name(operation.tag.map { NameWords.words(of: $0) } ?? []))
      prefixes.append(name(operation.hasDeclaredID ? idPrefix(operation.id) : []))
    }
    var first: String?
    var hasSeveral = false
    for tag in tags where tag != nil {
      hasSeveral = hasSeveral || first != nil && tag != first
      first = tag
    }
    if hasSeveral, isMost(tags) { return tags }
    return isMost(prefixes) ? prefixes : Array(repeating: nil, count: operations.count)
  }

  private static func name(_ words: [String]) -> String? {
    words.isEmpty ? nil : NameWords.joined(words)
  }

  private static func isMost(_ names: [String?]) -> Bool {
    var count = 0
    for name in names where name != nil { count += 1 }
    return count > 0 && 10 * count >= 9 * names.count
  }

  /// Returns the words of an id before its last `/` or `.`, from the preceding separator on.
  private static func idPrefix(_ id: String) -> [String] {
    let parts = id.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "." }
    return parts.count > 1 ? NameWords.words(of: parts[parts.count - 2]) : []
  }

  /// Returns the node that a group's commands are below: a node with the group's name, or else one whose
  /// words are all in the name, or else the node of most operations.
  ///
  /// - Parameter counts: a scratch array, with zero for each node before and after.
  private static func home(
    of nodes: [Int], _ words: [String], _ tree: PathTree, _ counts: inout [Int]
  ) -> Int {
    var touched: [Int] = []
    for node in nodes {
      for part in tree.fixedParts(of: node) {
        if counts[part] == 0 { touched.append(part) }
        counts[part] += 1
      }
    }
    var best = PathTree.root
    var bestScore = (-1, 0, 0, 0)
    for node in touched {
      let own = tree[node].singulars
      let match = own == words ? 2 : own.allSatisfy { words.contains($0) } ? 1 : 0
      let score = (match, counts[node], -tree[node].depth, node)
      if score > bestScore { (best, bestScore) = (node, score) }
      counts[node] = 0
    }
    return best
  }
}
