/// The words of an operation's id, without those of its group.
struct IDWords {
  /// The verb that a command can be named after in other words.
  private(set) var verb: NamedVerb?
  /// The words of the verb, or of the id's own action: `crosspost`, `bulk-delete`; empty if it has none.
  private(set) var said: [String] = []
  private(set) var rest: [String] = []

  /// Whether the id's own action names the command.
  var isAction: Bool { verb == nil && !said.isEmpty }

  /// - Parameters:
  ///   - operation: the operation.
  ///   - group: the words of the operation's group, in singular.
  ///   - isVerbFirst: whether most ids of the description begin with a verb.
  init(_ operation: NamedOperation, in group: [String], isVerbFirst: Bool) {
    var words: [String] = []
    for word in operation.idWords where word != "deprecated" && !NamedVersion.isVersion(word) {
      words.append(word)
    }
    guard !words.isEmpty else { return }
    read(words, operation, group + operation.tagSingulars, isVerbFirst: isVerbFirst)
    // The method says which of two verbs is meant: deactivateOrDeleteUser.
    if operation.facts.method == .delete, verb == nil,
      operation.idWords.dropFirst().prefix(2).contains(where: { $0 == "delete" || $0 == "destroy" })
    {
      (verb, said) = (.delete, ["delete"])
      rest = operation.idWords.filter { $0 != "delete" && $0 != "destroy" }
    }
  }

  private mutating func read(
    _ words: [String], _ operation: NamedOperation, _ known: [String], isVerbFirst: Bool
  ) {
    let start = Self.start(words, operation.facts.method, known)
    var lead = Array(words[start...])
    // Two_Parts of which the second begins with a verb: BrandLogo_PutBrandLogo.
    if NamedVerb(lead[0]) == nil, let mark = operation.plainID.lastIndex(of: "_") {
      let second = NameWords.words(of: operation.plainID[mark...])
      if second.count > 1, NamedVerb(second[0]) != nil { lead = second }
    }
    if let verb = NamedVerb(lead[0]) { return read(verb, lead) }
    let last = words.count - 1
    for size in 2...3 where words.count > size {
      let first = words[words.count - size]
      if ["partial", "bulk", "batch"].contains(first), let verb = NamedVerb(words[last]) {
        return set(verb, Array(words.suffix(size)), words.dropLast(size))
      }
    }
    if last > 0, let verb = NamedVerb(words[last]), !Self.nouns.contains(words[last]) {
      return set(verb, [words[last]], words.dropLast())
    }
    if NamedVerb.bulk.contains(lead[0]), lead.count > 1, NamedVerb.isVerb(lead[1]) {
      return set(nil, Array(lead.prefix(2)), lead.dropFirst(2))
    }
    let isPrefix = Self.prefixes.contains(lead[0])
    if NamedVerb.actions.contains(lead[0]) || isPrefix && lead.count > 1 {
      let size = isPrefix ? 2 : 1
      return set(nil, [lead.prefix(size).joined()], lead.dropFirst(size))
    }
    if last > 0, NamedVerb.actions.contains(words[last]), !isVerbFirst {
      return set(nil, [words[last]], words.dropLast())
    }
    rest = lead
  }

  private mutating func set(_ verb: NamedVerb?, _ said: [String], _ rest: ArraySlice<String>) {
    (self.verb, self.said, self.rest) = (verb, said, Array(rest))
  }

  /// Reads an id that begins with a verb.
  private mutating func read(_ verb: NamedVerb, _ lead: [String]) {
    let rest = lead.dropFirst()
    if lead[0] == "get", rest.first == "list" { return set(.list, ["get"], rest.dropFirst()) }
    if verb == .add || verb == .edit, rest.first == "or", rest.count > 1,
      let other = NamedVerb(lead[2]), [.add, .edit, .replace].contains(other)
    {
      return set(.put, ["upsert"], rest.dropFirst(2))
    }
    if lead[0] == "set", rest.first == "up" { return set(nil, ["set", "up"], rest.dropFirst()) }
    set(verb, [lead[0]], rest)
  }

  /// Returns the index of the first word that is not about the group or the caller.
  private static func start(_ words: [String], _ method: DescribedMethod, _ known: [String]) -> Int
  {
    var start = 0
    while start < words.count - 1 {
      let (word, next) = (words[start], words[start + 1])
      guard NamedVerb(word) == nil,
        NamedVerb.entries.contains(word) || NamedVerb.selves.contains(word)
          || NameWords.says(known, word)
      else { break }
      let isAction =
        method != .get && NamedVerb.actions.contains(word) && !NamedVerb.isVerb(next)
        && next != "current" && next != "my" && !prefixes.contains(next)
      if isAction { break }
      start += 1
    }
    return start
  }

  /// Words that make a verb of the next one.
  private static let prefixes: Set = ["un", "re"]

  /// Verbs that are nouns at the end of an id.
  private static let nouns: Set = ["view", "info", "index", "new", "post", "change", "register"]

  /// Removes the words that are not needed in a command of the group.
  mutating func removeGroup(_ group: [String]) {
    var words: [String] = []
    for word in NameWords.withoutJoined(rest, group)
    where !NamedVerb.fillers.contains(word) && !NamedVerb.entries.contains(word)
      && !NameWords.says(group, word)
    {
      words.append(word)
    }
    rest = words
  }
}
