// Names of operations that only ask.
extension NameCandidates {
  /// Adds `list` or `show` with what is below the group, or that alone.
  func addReading() {
    let isList = operation.isList
    let word = (isList ? NamedVerb.list : .show).rawValue
    let saysSearch = near.last == "search" && near.count == 1
    if !isItem, saysSearch || id.verb == .search && !isList && near.isEmpty { add(["search", me]) }
    if tails.isEmpty { add([word, me]) }
    let isAlone = isAlone
    for tail in tails {
      if !isItem, addVerb(at: tail, word) { continue }
      let one = NameWords.one(tail)
      if isAlone { add((isItem && !isList ? one : tail) + [me]) }
      add([word] + (isItem && !isList ? one : tail) + [me])
    }
  }

  /// Adds `list` or `show` with the words of the id.
  func addReadingRest() {
    if id.rest.isEmpty { return }
    let word = (operation.isList ? NamedVerb.list : .show).rawValue
    if id.isAction, NamedVerb.actions.contains(id.said[0]) { add(id.said + id.rest) }
    add([word] + id.rest)
    add([word] + near + id.rest)
  }

  /// Whether no other operation is at the path, or beside it below the same part.
  private var isAlone: Bool {
    let part = isItem ? tree[node.parent] : node
    return part.writesWithin == 0 && part.operationsWithin == node.operations
  }

  /// Adds the verb at the end of a path, if there is one that names what a GET does.
  private func addVerb(at tail: [String], _ word: String) -> Bool {
    guard let last = tail.last, last != "new", last != "post", let verb = NamedVerb(last) else {
      return false
    }
    let noun = Array(tail.dropLast())
    let one = NameWords.one(noun)
    if verb.isReading {
      let command = verb == .show && noun.isEmpty ? word : verb.rawValue
      add([command] + (operation.isList ? noun : one) + [me])
      add(tail + [me])
      return true
    }
    // A path of verbs: GET /views.update
    guard method == .get, id.said.isEmpty || id.said.last == last else { return false }
    add([verb.rawValue] + one + [me])
    return true
  }
}
