/// What the tags of a description are about.
struct TagSubjects {
  private enum Match: Int {
    case part = 1
    case whole, same
  }

  /// The tags, in the order of their first operations.
  private(set) var tags: [String] = []
  /// The part of the path that a tag is about: half its operations contain it, and its words are in the tag.
  private(set) var nodes: [String: Int] = [:]
  private(set) var words: [String: [String]] = [:]

  /// Whether there is only one tag, which then says nothing.
  var isAlone: Bool { tags.count < 2 }

  init(_ operations: [NamedOperation], _ tree: PathTree) {
    var members: [String: [Int]] = [:]
    for operation in operations {
      guard let tag = operation.facts.tag else { continue }
      if members[tag] == nil {
        tags.append(tag)
        words[tag] = Self.clean(tag)
      }
      members[tag, default: []].append(operation.node)
    }
    if isAlone { return }
    for tag in tags {
      guard let ends = members[tag], let words = words[tag] else { continue }
      nodes[tag] = Self.subject(of: ends, NameWords.singulars(words), tree)
    }
  }

  /// The words of a tag without versions and without words that say nothing.
  static func clean(_ tag: String) -> [String] {
    var words: [String] = []
    for word in NameWords.words(of: tag) where !NamedVersion.isVersion(word) {
      let rest = withoutVersion(word)
      let isEntry =
        rest.hasPrefix("api") && rest.utf8.count > 3 && rest.dropFirst(3).utf8.allSatisfy(\.isDigit)
      if !rest.isEmpty, !isEntry { words.append(rest) }
    }
    while words.count > 1, let last = words.last, NamedVerb.noise.contains(NameWords.singular(last))
    {
      words.removeLast()
    }
    while words.count > 1, words[0] == "api" || words[0] == "rest" { words.removeFirst() }
    return words.isEmpty ? ["other"] : words
  }

  /// Removes a version that is joined with the word after it: `v1beta1storage`.
  private static func withoutVersion(_ word: String) -> String {
    guard word.utf8.first == UInt8(ascii: "v"), word.utf8.dropFirst().first?.isDigit == true else {
      return word
    }
    var rest = word.dropFirst().drop { $0.isNumber }
    for stage in ["alpha", "beta"] where rest.hasPrefix(stage) {
      rest = rest.dropFirst(stage.utf8.count).drop { $0.isNumber }
    }
    return String(rest)
  }

  private static func subject(of ends: [Int], _ tag: [String], _ tree: PathTree) -> Int? {
    let (parts, counts) = tree.parts(to: ends)
    var matches: [Match?] = []
    var named: [String: Int] = [:]
    for part in parts {
      let match = match(tag, part, tree)
      matches.append(match)
      if match != nil { named[tree[part].key, default: 0] += counts[part] ?? 0 }
    }
    var best: (part: Int, score: Int)?
    for (part, match) in zip(parts, matches) {
      guard let match, 2 * (named[tree[part].key] ?? 0) >= ends.count else { continue }
      let isCollection = tree[part].isCollection ? 1 : 0
      let score =
        ((2 * match.rawValue + isCollection) << 32 + (counts[part] ?? 0)) << 8 - tree[part].depth
      if let best, best.score >= score { continue }
      best = (part, score)
    }
    return best?.part
  }

  private static func match(_ tag: [String], _ node: Int, _ tree: PathTree) -> Match? {
    let own = tree[node].singulars
    if own.joined() == tag.joined() { return .same }
    if own.count == tag.count, zip(own, tag).allSatisfy({ NamedVerb.isSame($0, $1) }) {
      return .same
    }
    let all = tree.allSingulars(node)
    if own.allSatisfy(tag.contains), Set(tag) == Set(all.suffix(tag.count)) { return .whole }
    let saysOwn = own.filter { says(tag, $0) }.count
    if saysOwn == own.count { return .part }
    return saysOwn > 0 && tag.allSatisfy { says(all, $0) } ? .part : nil
  }

  private static func says(_ known: [String], _ word: String) -> Bool {
    for own in known where NamedVerb.isSame(own, word) { return true }
    return false
  }
}
