/// Names groups.
struct GroupNames {
  private let tree: PathTree
  private let tags: TagSubjects
  /// The names given, in singular.
  private var taken: Set<String> = []
  private var numbers: [String: Int] = [:]

  init(_ tree: PathTree, _ tags: TagSubjects) { (self.tree, self.tags) = (tree, tags) }

  /// Of several groups with one name, one keeps it, and the others say where they are.
  mutating func name(_ groups: inout [CommandGroup], _ operations: [NamedOperation]) {
    var bases: [[String]] = []
    // The slots of groups by the words of their names, with fewer words first.
    var slots: [String: [Int]] = [:]
    for (slot, group) in groups.enumerated() {
      let base = base(of: group)
      bases.append(base)
      let key = NameWords.singulars(base).joined(separator: "-")
      slots["\(10 + base.count) \(key)", default: []].append(slot)
    }
    for key in slots.keys.sorted() {
      let same = inOrder(slots[key] ?? [], groups, operations)
      for (place, slot) in same.enumerated() {
        let options = options(
          groups[slot], bases[slot], isFirst: place == 0, among: operations)
        let name = firstFree(options)
        groups[slot].name = name
        groups[slot].words =
          NameWords.singulars(NameWords.words(of: name)) + tree[groups[slot].home].singulars
      }
    }
  }

  /// The words of the part, or those of the tag if it has the plural or more words of the path.
  private func base(of group: CommandGroup) -> [String] {
    let home = tree[group.home]
    if let tag = group.tag, group.isTagAtHome, let words = tags.words[tag] {
      let own = NameWords.singulars(words)
      let isPlural = words.last.map(NameWords.isPlural) ?? false
      if own.joined() == home.singulars.joined() {
        let isMore = words.count > home.words.count && (isPlural || !home.isPlural)
        return isPlural && !home.isPlural || isMore ? words : home.words
      }
      let all = tree.allSingulars(group.home)
      if own.count <= 3, Set(home.singulars).isStrictSubset(of: own), own.allSatisfy(all.contains) {
        return words
      }
    }
    return home.words.isEmpty ? ["root"] : home.words
  }

  private func inOrder(
    _ slots: [Int], _ groups: [CommandGroup], _ operations: [NamedOperation]
  ) -> [Int] {
    if slots.count < 2 { return slots }
    var ranks: [Int: [[Int]]] = [:]
    for slot in slots {
      var newest: [[Int]] = []
      for index in groups[slot].members {
        let rank = NamedVersion.rank(operations[index].path.versions)
        if NamedVersion.isLess(newest, rank) { newest = rank }
      }
      ranks[slot] = newest
    }
    return slots.sorted { left, right in
      let (a, b) = (groups[left].home, groups[right].home)
      if tree[a].isCollection != tree[b].isCollection { return tree[a].isCollection }
      if tree[a].fixedDepth != tree[b].fixedDepth { return tree[a].fixedDepth < tree[b].fixedDepth }
      let (weight, other) = (self.weight(a), self.weight(b))
      if weight != other { return weight > other }
      let (rank, otherRank) = (ranks[left] ?? [], ranks[right] ?? [])
      if rank != otherRank { return NamedVersion.isLess(otherRank, rank) }
      return tree.text(of: a).utf8.lexicographicallyPrecedes(tree.text(of: b).utf8)
    }
  }

  /// How many operations the part above a group has.
  private func weight(_ home: Int) -> Int {
    tree[tree.partsAbove(home).first ?? home].operationsWithin
  }

  /// The names that a group may have, best first.
  private func options(
    _ group: CommandGroup, _ base: [String], isFirst: Bool, among operations: [NamedOperation]
  ) -> [[String]] {
    var options: [[String]] = []
    if isFirst {
      options.append(base)
    } else if let tag = group.tag {
      options.append(tags.words[tag] ?? [])
    }
    let own = NameWords.singulars(base)
    let above = tree.partsAbove(group.home)
    for count in 0..<above.count {
      var prefix: [String] = []
      for node in above[...count].reversed() {
        for word in tree[node].singulars where !prefix.contains(word) && !own.contains(word) {
          prefix.append(word)
        }
      }
      options.append(prefix + base)
    }
    if let nearest = above.first, !tree[nearest].isPlural { options.append(["own"] + base) }
    if !isFirst { options += owner(group, operations).map { [[$0] + base] } ?? [] }
    var versions: Set<[String]> = []
    for index in group.members { versions.insert(operations[index].path.versions) }
    if versions.count == 1, let version = versions.first, !version.isEmpty {
      let words = version.flatMap { NameWords.words(of: $0) }
      options += ([base] + options).map { $0 + words }
    }
    return options
  }

  /// The parameter before the group's part, as a word for whose things these are.
  private func owner(_ group: CommandGroup, _ operations: [NamedOperation]) -> String? {
    for index in group.members where operations[index].node == group.home {
      if let name = operations[index].path.parameters.last, !name.isEmpty {
        return NameWords.words(of: name).first.map(NameWords.singular)
      }
    }
    return nil
  }

  private mutating func firstFree(_ options: [[String]]) -> String {
    var name = ""
    for option in options {
      name = NameWords.joined(option)
      if !name.isEmpty, take(name) { return name }
    }
    if name.isEmpty { name = "other" }
    let base = Self.shortened(name)
    var number = numbers[base] ?? 2
    while !take("\(base)-\(number)") { number += 1 }
    numbers[base] = number + 1
    return "\(base)-\(number)"
  }

  /// A name that is short enough for a number behind it to count when names are compared.
  private static func shortened(_ name: String) -> String {
    let words = NameWords.words(of: name).prefix(NameWords.mostWords - 1)
    let short = NameWords.joined(Array(words)).prefix(CommandName.longestMade - 8)
    return short.utf8.last == UInt8(ascii: "-") ? String(short.dropLast()) : String(short)
  }

  private mutating func take(_ name: String) -> Bool {
    taken.insert(NameWords.joined(NameWords.singulars(NameWords.words(of: name)))).inserted
  }
}
