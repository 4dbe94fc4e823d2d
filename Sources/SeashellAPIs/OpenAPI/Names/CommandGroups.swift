/// The groups of a description's operations.
struct CommandGroups {
  private(set) var groups: [CommandGroup] = []
  private let tree: PathTree
  /// Groups operations, and notes in them what the grouping finds out.
  init(_ operations: [NamedOperation], _ tree: PathTree) {
    self.tree = tree
    if groupByID(operations) { return }
    let tags = TagSubjects(operations, tree)
    if !tags.isAlone {
      for index in operations.indices {
        guard let tag = operations[index].facts.tag, tags.nodes[tag] == nil else { continue }
        operations[index].tagWords = tags.words[tag] ?? []
      }
    }
    let homes = GroupHomes(operations, tags, tree)
    var slots: [Int: Int] = [:]
    for (index, home) in homes.nodes.enumerated() {
      let slot = slots[home] ?? groups.count
      if slot == groups.count {
        slots[home] = slot
        groups.append(CommandGroup(home: home))
      }
      groups[slot].members.append(index)
    }
    for slot in groups.indices { setTag(slot, operations, tags) }
    var names = GroupNames(tree, tags)
    names.name(&groups, operations)
  }

  /// Groups by the parts of ids before the last `/` or `.`, if nine in ten ids have one and there are several.
  private mutating func groupByID(_ operations: [NamedOperation]) -> Bool {
    // The names of the parts.
    var names: [Substring: String] = ["": ""]
    var members: [String: [Int]] = [:]
    var order: [String] = []
    for (index, operation) in operations.enumerated() {
      let part = operation.idGroup ?? ""
      let name = names[part] ?? NameWords.joined(NameWords.words(of: part))
      names[part] = name
      if members[name] == nil { order.append(name) }
      members[name, default: []].append(index)
    }
    let others = members.removeValue(forKey: "") ?? []
    guard members.count > 1, others.count * 10 <= operations.count else { return false }
    order.removeAll { $0.isEmpty }
    if !others.isEmpty, members["other"] == nil { order.append("other") }
    members["other", default: []] += others
    for name in order {
      let words = NameWords.singulars(NameWords.words(of: name))
      let own = members[name] ?? []
      let home = home(of: own.map { operations[$0].node }, words)
      let group = CommandGroup(home: home)
      (group.name, group.members, group.tag) = (name, own, name)
      group.words = words + tree[home].singulars
      groups.append(group)
    }
    return true
  }

  /// Returns the node whose part has the words of a group, or else some of them, or else that of most
  /// operations.
  private func home(of ends: [Int], _ words: [String]) -> Int {
    let (parts, counts) = tree.parts(to: ends)
    var best = (part: PathTree.root, score: 0)
    for part in parts {
      let own = tree[part].singulars
      let match = own == words ? 2 : own.allSatisfy { NameWords.says(words, $0) } ? 1 : 0
      let score = (match << 32 + (counts[part] ?? 0)) << 8 - tree[part].depth
      if score > best.score { best = (part, score) }
    }
    return best.part
  }

  /// Finds the tag that names a group: the one about its home, or one of most operations that says just what
  /// the path says.
  private mutating func setTag(
    _ slot: Int, _ operations: [NamedOperation], _ tags: TagSubjects
  ) {
    let group = groups[slot]
    var counts: [String: Int] = [:]
    var order: [String] = []
    for index in group.members {
      guard let tag = operations[index].facts.tag else { continue }
      if counts[tag] == nil { order.append(tag) }
      counts[tag, default: 0] += 1
    }
    var best: (tag: String, count: Int)?
    var most: (tag: String, count: Int)?
    for tag in order {
      let count = counts[tag] ?? 0
      if tags.nodes[tag] == group.home, 2 * count >= group.members.count, count > best?.count ?? 0 {
        best = (tag, count)
      }
      if count > most?.count ?? 0 { most = (tag, count) }
    }
    if let best {
      groups[slot].tag = best.tag
    } else if let most, 2 * most.count > group.members.count {
      let words = NameWords.singulars(tags.words[most.tag] ?? [])
      let all = tree.allSingulars(group.home)
      guard words.allSatisfy(all.contains), tree[group.home].singulars.allSatisfy(words.contains)
      else { return }
      groups[slot].tag = most.tag
      groups[slot].isTagAtHome = tags.nodes[most.tag] == nil
    }
  }
}
