/// Names operations: first the declared names, then the former ones, then new ones.
struct OperationNamer {
  private(set) var names: [CommandName?]
  private(set) var comparisons = 0

  private let operations: [NamedOperation]
  private let owners: FormerOwners
  private var taken: Set<CommandName> = []
  private let tree: PathTree
  private var groups: [CommandGroup]
  /// Whether most ids begin with a verb.
  private let isVerbFirst: Bool

  init(_ facts: [NamingFacts], _ former: FormerNames) {
    owners = FormerOwners(former, facts)
    names = Array(repeating: nil, count: facts.count)
    operations = facts.map { NamedOperation($0) }
    NamedVersion.findTwins(operations)
    // The indexes of the operations that are not older versions of others.
    let operations = operations
    let newest = operations.indices.filter { operations[$0].twin == nil }
    let visible = newest.map { operations[$0] }
    tree = PathTree(visible)
    isVerbFirst = Self.isVerbFirst(visible)
    for operation in visible { operation.read(tree) }
    groups = CommandGroups(visible, tree).groups
    for slot in groups.indices { groups[slot].members = groups[slot].members.map { newest[$0] } }
    addOldVersions()
    keepGroupNames()
  }

  private static func isVerbFirst(_ operations: [NamedOperation]) -> Bool {
    var (first, all) = (0, 0)
    for operation in operations where operation.facts.hasDeclaredID {
      all += 1
      if let word = operation.idWords.first, NamedVerb(word) != nil { first += 1 }
    }
    return all > 0 && 2 * first >= all
  }

  /// Adds the groups of older versions: `filters-v1`.
  private mutating func addOldVersions() {
    var homes: [Int: Int] = [:]
    for (slot, group) in groups.enumerated() {
      for index in group.members { homes[index] = slot }
    }
    var slots: [String: Int] = [:]
    for index in operations.indices {
      guard let twin = operations[index].twin, let home = homes[twin] else { continue }
      let versions = operations[index].path.versions.flatMap { NameWords.words(of: $0) }
      let name = NameWords.joined(NameWords.words(of: groups[home].name) + versions.suffix(3))
      let slot = slots[name] ?? groups.count
      if slot == groups.count {
        slots[name] = slot
        let group = CommandGroup(home: groups[home].home)
        (group.name, group.words) = (name, groups[home].words)
        groups.append(group)
      }
      groups[slot].members.append(index)
    }
  }

  /// Gives each group the name that most of its operations had before.
  private mutating func keepGroupNames() {
    for slot in groups.indices {
      var counts: [String: Int] = [:]
      for index in groups[slot].members {
        if let name = owners.names[index]?.group { counts[name, default: 0] += 1 }
      }
      // Of several, the first one in the order of the alphabet.
      let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
      if let most { groups[slot].name = most.key }
    }
  }

  /// Assigns a name, unless the operation already has one or the name is taken.
  private mutating func assign(_ name: CommandName, to index: Int) {
    guard names[index] == nil, taken.insert(name).inserted else { return }
    names[index] = name
  }

  mutating func assignDeclared() {
    for group in groups {
      for index in group.members {
        guard let declared = operations[index].facts.commandName else { continue }
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
    for group in groups {
      var claims = NameClaims()
      var indexes: [Int] = []
      for index in group.members where names[index] == nil {
        claims.add(candidates(of: index, in: group)) { isTaken($0, in: group) }
        indexes.append(index)
      }
      let commands = claims.settle { isTaken($0, in: group) }
      comparisons += claims.comparisons
      for (index, command) in zip(indexes, commands) {
        assign(CommandName(madeGroup: group.name, command: command), to: index)
      }
    }
  }

  private func candidates(of index: Int, in group: CommandGroup) -> NameCandidates {
    guard let twin = operations[index].twin, let name = names[twin] else {
      return NameCandidates(operations[index], in: group, tree, isVerbFirst: isVerbFirst)
    }
    return NameCandidates(operations[index], named: name.command, in: group, tree)
  }

  private func isTaken(_ command: String, in group: CommandGroup) -> Bool {
    let name = CommandName(madeGroup: group.name, command: command)
    return taken.contains(name) || owners.isForeign(name, to: nil)
  }
}

extension NamedOperation {
  /// Finds out whether the operation lists or only asks.
  func read(_ tree: PathTree) {
    let node = tree[node]
    if method == .get {
      isList =
        DescribedReading(
          words: idWords, path: path, hasItems: tree.hasReadItems(self.node), facts.answer
        ).isList
    } else if method == .post {
      let last = node.words.last ?? ""
      let asks = NamedVerb.queries.contains(last) && last != "count" && last != "preview"
      let verb = IDWords(self, in: [], isVerbFirst: true).verb
      isQuery = asks || !node.isParameter && verb?.isReading == true
      isList = isQuery && facts.answer.hasList && facts.answer.isNamed
    }
  }
}
