/// The commands that an operation may have in its group, best first.
struct NameCandidates {
  /// The candidates, without duplicates; at least one.
  private(set) var names: [String] = []

  private let operation: NamingFacts
  private let path: NamedPath
  private let node: PathTree.Node
  private let group: CommandGroup
  private let id: IDWords
  private let isInside: Bool
  /// The words of the path below the group's, without those in the group's name.
  private let tail: [String]
  private let lastWords: [String]
  /// The verb of the method, unless the id has a different one.
  private let verb: String

  init(
    _ operation: NamingFacts, _ path: NamedPath, node index: Int, in group: CommandGroup,
    _ tree: PathTree
  ) {
    (self.operation, self.path, self.group) = (operation, path, group)
    node = tree[index]
    id = IDWords(operation, in: group)
    isInside = tree.isNode(index, within: group.home)
    let fixed = tree.fixedParts(of: index, below: isInside ? group.home : PathTree.root)
    var (tail, hasSearch): ([String], Bool) = ([], false)
    for part in fixed.reversed() {
      for word in tree[part].words where tail.count < NameWords.mostWords {
        hasSearch = hasSearch || word == "search"
        if !group.says(word) { tail.append(word) }
      }
    }
    self.tail = tail
    lastWords = node.words
    verb = Self.verb(
      operation, id, node, hasSearch || tail.isEmpty, hasItems: tree.hasReadItems(index))
    addFromPath()
    addFallbacks()
    applyFragmentOrParent(tree, index)
    if operation.method == .post { applyPost() }
  }

  private static func verb(
    _ operation: NamingFacts, _ id: IDWords, _ node: PathTree.Node, _ maySearch: Bool,
    hasItems: Bool
  ) -> String {
    if id.verb == .search, maySearch { return NamedVerb.search.rawValue }
    if operation.method == .get {
      let reading = DescribedReading(
        id: operation.hasDeclaredID ? operation.id : "", path: operation.path, hasItems: hasItems,
        operation.answer)
      return (reading.isList ? NamedVerb.list : .show).rawValue
    }
    if operation.method == .post, id.verb == .list, operation.answer.hasList {
      return NamedVerb.list.rawValue
    }
    if id.saysAdd || id.verb == .edit || id.verb == .delete, let verb = id.verb {
      return verb.rawValue
    }
    switch operation.method {
    // A POST to an item changes it, unless another method does.
    case .post: return (node.isParameter && !node.hasEdit ? NamedVerb.edit : .add).rawValue
    case .put, .patch: return NamedVerb.edit.rawValue
    default: return operation.method.rawValue
    }
  }

  private mutating func add(_ words: [String], first: Bool = false) {
    let name = NameWords.joined(words)
    guard !name.isEmpty else { return }
    if let place = names.firstIndex(of: name) {
      guard first else { return }
      names.remove(at: place)
    }
    names.insert(name, at: first ? 0 : names.count)
  }

  /// Adds the id's own verb, and the meaning of the rest of the path.
  private mutating func addFromPath() {
    let me = path.selfWord
    if !id.action.isEmpty {
      add(id.action + (id.rest.contains("my") ? [] : [me]))
      add(id.action + id.rest)
    }
    guard let noun = tail.last else { return add([verb, me]) }
    guard isInside else {
      add([verb, me])
      add([verb, NameWords.singular(noun)])
      return add([verb] + tail + [me])
    }
    // A POST below an item is an action, unless the id says that it adds something.
    let isAction = operation.method == .post && !node.isParameter && !id.saysAdd
    if operation.method == .get { add(tail + [me]) }
    if isAction { add(tail) }
    add([verb] + tail + [me])
  }

  /// Adds the last means to tell operations apart: other words of the id, and the method.
  private mutating func addFallbacks() {
    let first = names[0]
    if operation.method == .put, verb == NamedVerb.edit.rawValue {
      add([NamedVerb.replace.rawValue] + tail + [path.selfWord])
    }
    if !id.rest.isEmpty { add([verb] + id.rest) }
    add([first] + path.fragment)
    add([first, operation.method.rawValue])
  }

  /// Puts first the words after `#`, or the parent from which another path leads into the group.
  private mutating func applyFragmentOrParent(_ tree: PathTree, _ index: Int) {
    if let word = path.fragment.first {
      let verb = NamedVerb(word)
      var words = [verb?.rawValue ?? names[0]]
      for word in verb == nil ? path.fragment[...] : path.fragment.dropFirst()
      where !group.says(word) {
        words.append(word)
      }
      add(words, first: true)
    } else if !isInside, tail.isEmpty {
      let above = node.isParameter ? tree[node.parent].parent : node.parent
      let owner = tree.fixedParts(of: above).first.map { tree[$0].name } ?? ""
      names.removeFirst()
      add([verb, owner.isEmpty ? "all" : NameWords.singular(owner)], first: true)
    }
  }

  private mutating func applyPost() {
    if let last = tail.last, NamedVerb.queries.contains(last) {
      names = []
      add(tail)
      return add(tail + ["post"])
    }
    if node.isParameter {
      let summary = operation.summary.flatMap { NameWords.words(of: $0).first }
      if let summary, NamedVerb.actions.contains(summary), id.saysNoVerb {
        add([summary], first: true)
      }
      return
    }
    guard names[0] == NamedVerb.add.rawValue, let word = lastWords.first else { return }
    let isPhrase = !isInside && lastWords.count > 1 && NamedVerb.actions.contains(word)
    let isAction =
      !id.saysAdd && !node.isCollection && !node.isPlural && !group.says(word)
    if isPhrase || isAction { add(lastWords, first: true) }
  }
}
