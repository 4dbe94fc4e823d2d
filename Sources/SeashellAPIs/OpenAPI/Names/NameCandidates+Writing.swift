// Names of operations that may change something.
extension NameCandidates {
  /// Adds the verb from the path's end, the id, the summary or the method, with what is below the group.
  func addWriting() {
    let (action, rest) = (action, actionRest)
    if pathEndsInVerb(action) {
      addPathVerb()
      if !action.isEmpty { add(action + rest) }
    } else if method == .post, let last = near.last, NamedVerb.queries.contains(last) {
      add([last] + near.dropLast())
      add(near)
    } else if action.count > 1, NamedVerb.bulk.contains(action[0]) {
      let verb = NamedVerb(action[1])
      add(
        [verb == .post ? "add" : verb?.rawValue ?? action[1], "many"] + (rest.isEmpty ? near : rest)
      )
    } else if let word = action.first, !isItem || method == .post || !NamedVerb.nouns.contains(word)
    {
      addAction(action, rest)
    } else {
      addKind()
    }
  }

  /// Adds the verb with the words of the id.
  func addWritingRest() {
    let (action, rest) = (action, actionRest)
    guard !rest.isEmpty else { return }
    let words = action.isEmpty ? [kind] : action
    let own = NameWords.singulars(near)
    add(words + rest)
    add(words + near + rest.filter { !own.contains(NameWords.singular($0)) })
  }

  /// The words of the id besides its verb, unless the summary's verb is used.
  private var actionRest: [String] { action.isEmpty || action == id.said ? id.rest : [] }

  /// The verb of the id or the summary that becomes the command; empty if there is none.
  private var action: [String] {
    var action = id.isAction ? id.said : []
    if let word = action.first, action.count == 1, group.says(word),
      !near.isEmpty && !near.contains(word) || isHome
    {
      action = []
    }
    if action.isEmpty, id.verb == nil || id.verb == .post, method == .post,
      let verb = operation.summaryVerb, NamedVerb.actions.contains(verb),
      !NamedVerb.vague.contains(verb)
    {
      let hasNoun = !near.isEmpty && !near.contains(where: NamedVerb.actions.contains)
      if isItem ? near.isEmpty : hasNoun && !hasItem { return [verb] }
    }
    return action
  }

  // MARK: The verb of the path

  /// Whether the path's last part is the verb: `/payments/{id}/cancel`, `/tasks/{id}/addFollowers`.
  private func pathEndsInVerb(_ action: [String]) -> Bool {
    guard let word = node.words.first, !hasItem, !isHome, NamedVerb.isVerb(word),
      node.hasOneWrite || action == [word], !group.says(node.words)
    else { return false }
    // A noun that begins with a verb: createRemoveToken of …/remove-token.
    if node.words.count > 1 {
      let own = operation.idWords
      for index in own.indices.dropLast(node.words.count)
      where NamedVerb(own[index]) != nil && own[(index + 1)...].starts(with: node.words) {
        return false
      }
    }
    return true
  }

  private func addPathVerb() {
    let before = near.filter { !node.words.contains($0) }
    var words = group.without(node.words)
    if words.isEmpty { words = node.words }
    let isBulk = words.count > 1 && NamedVerb.bulk.contains(words[0])
    if isBulk { words.removeFirst() }
    let rest = Array(words.dropFirst())
    let verb = NamedVerb(words[0])
    if isBulk {
      add([verb == .post ? "add" : verb?.rawValue ?? words[0]] + rest + ["many"] + before)
    } else if let verb, verb.isReading {
      add([verb == .search ? words[0] : verb.rawValue] + before + rest + [me])
    } else if let verb {
      let isRemoval = words[0] == "remove" && !(before.isEmpty && rest.isEmpty)
      let command = isRemoval ? "remove" : verb == .put ? words[0] : verb.command
      add([command] + NameWords.one(before) + rest + [me])
    } else {
      let isAll =
        isMany && !below.contains { tree[$0].isParameter }
        && !NamedVerb.bulk.contains(words[0])
      add([words[0]] + rest + (isAll ? ["many"] : []) + NameWords.one(before) + [me])
    }
  }

  // MARK: The id's own verb

  private func addAction(_ action: [String], _ rest: [String]) {
    let word = action[0]
    let isPlural = rest.last.map(NameWords.isPlural) ?? false
    let spelled = !isItem && isPlural ? near : NameWords.one(near)
    var noun: [String] = []
    for other in spelled where !action.contains(other) && !isNoun(other, of: word) {
      noun.append(other)
    }
    if method == .delete, word == "archive", isItem { add(["delete"]) }
    if isMany, isInside, !isItem { add(action + ["many"] + noun) }
    if method == .delete, hasItem, NamedVerb.removals.contains(word), itemHas(.delete) {
      add(action + ["all"] + noun)
    }
    if near.isEmpty { add(action + [me]) }
    let known = NameWords.singulars(near) + near
    let more = rest.allSatisfy(known.contains) ? [] : rest
    add(action + (noun.isEmpty || noun == [NameWords.singular(word)] ? more : noun) + [me])
    add(action + rest + [me])
    if method == .delete { add(["delete"] + noun + [me]) }
  }

  /// Whether a noun says the same as a verb: `activation` and `activate`, `lock` and `unlock`.
  private func isNoun(_ noun: String, of verb: String) -> Bool {
    verb.utf8.count > 4 && noun.hasPrefix(verb.dropLast())
      || "un\(NameWords.singular(noun))" == verb
  }

  private func itemHas(_ method: DescribedMethods) -> Bool {
    node.parameter.map { tree[$0].methods.contains(method) } ?? false
  }

  // MARK: The method

  private func addKind() {
    if tails.isEmpty { addKind([]) }
    for tail in tails { addKind(tail) }
    if method == .put, kind == "edit" { add(["replace"] + NameWords.one(near) + [me]) }
  }

  private func addKind(_ tail: [String]) {
    let noun = NameWords.one(tail)
    let isFixed = !node.words.isEmpty
    if method == .post, !isItem {
      addPost(tail)
    } else if isFixed, method != .post,
      hasItem || node.isPlural && method == .delete && tail.isEmpty
    {
      if kind == "add", !isMany { add([kind] + noun + [me]) }
      let isChosen = isMany || kind == "add" || method == .delete && operation.facts.isBodyRequired
      add([kind, isChosen ? "many" : "all"] + tail)
    } else {
      add([kind] + (isItem || !node.isPlural ? noun : tail) + [me])
    }
  }

  private func addPost(_ tail: [String]) {
    let noun = NameWords.one(tail)
    let summary = operation.summaryVerb.flatMap { NamedVerb($0) }
    let saysKind = summary == .add || summary == .edit || summary == .put
    let isVerbless = id.verb == nil || id.verb == .post || id.verb == .show
    if !tail.isEmpty, isVerbless, !node.isPlural, !hasItem, !saysKind {
      add(tail + [me])
      add(["add"] + noun + [me])
    } else if isMany {
      add([kind, "many"] + tail)
    } else {
      add([kind] + noun + [me])
    }
  }

  /// The verb of the id or the summary in the words of commands, or else that of the method.
  static func kind(_ operation: NamedOperation, _ id: IDWords, _ node: PathTree.Node) -> String {
    let isBulk = id.said.first.map(["partial", "bulk", "batch"].contains) ?? false
    let word = isBulk ? id.said.last : id.said.first
    let isMethod = word.map { NamedVerb.methods.contains($0) && $0 != "delete" } ?? true
    let isPlain = isMethod || id.verb?.isReading == true
    let summary = operation.summaryVerb.flatMap { NamedVerb($0) }
    switch operation.method {
    case .get: return (operation.isList ? NamedVerb.list : .show).rawValue
    case .delete: return "delete"
    case .patch: return "edit"
    case .put: return putKind(operation, id.verb, isPlain, node, word)
    default: break
    }
    if let verb = id.verb, verb.isReading, !isMethod, word != "view", word != "info",
      word != "index"
    {
      return verb.rawValue
    }
    if !isPlain, let verb = id.verb, verb != .post {
      if verb != .put { return verb.rawValue }
      return node.isParameter || word == "upsert" ? "put" : "set"
    }
    if isPlain, let summary, !summary.isReading, summary != .post { return summary.rawValue }
    let isEdit = node.isParameter && !node.has([.put, .patch]) && node.hasRead && summary == nil
    return isEdit ? "edit" : "add"
  }

  private static func putKind(
    _ operation: NamedOperation, _ verb: NamedVerb?, _ isPlain: Bool, _ node: PathTree.Node,
    _ word: String?
  ) -> String {
    if node.methods.contains(.patch) { return verb == .add ? "add" : "replace" }
    if !isPlain, let verb, verb == .add || verb == .edit || verb == .replace {
      return verb.rawValue
    }
    if verb == .put, word != "put" {
      if word == "set" { return node.isParameter ? "put" : "set" }
      return word == "upsert" || node.isParameter ? "put" : "edit"
    }
    let summary = operation.summaryVerb.flatMap { NamedVerb($0) }
    if isPlain, let summary, summary == .add || summary == .replace {
      return operation.saysOrEdit ? "put" : summary.rawValue
    }
    return "edit"
  }
}

extension NamedOperation {
  /// Whether the summary says that a thing is made or changed: `Create or update a tag`.
  var saysOrEdit: Bool {
    for (word, next) in zip(summary, summary.dropFirst())
    where word == "or" && (next == "update" || next == "replace" || next == "edit") {
      return true
    }
    return false
  }
}
