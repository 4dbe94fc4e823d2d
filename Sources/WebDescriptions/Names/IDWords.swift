/// The words of an operation's id without those of its group.
struct IDWords {
  /// Words that say nothing in a name.
  private static let fillers: Set = ["a", "all", "an", "by", "for", "id", "ids", "of", "the"]

  /// The first word; nil if the document has no id for the operation.
  let first: String?
  /// The verb that the first word means.
  let verb: NamedVerb?
  /// A verb of its own, which is the command: `crosspost`, `bulk-delete`; empty if it has none.
  let action: [String]
  /// The words besides the verb.
  let rest: [String]

  /// Reads the id of an operation.
  init(_ operation: NamingFacts, in group: CommandGroup) {
    var words: [String] = []
    if operation.hasDeclaredID {
      let id = Self.withoutRoute(operation)
      let name = id.split { $0 == "/" || $0 == "." }.last ?? ""
      for word in NameWords.words(of: name) where word != "deprecated" { words.append(word) }
    }
    var start = 0
    while start < words.count - 1, NamedVerb(words[start]) == nil, group.isNamed(words[start]) {
      start += 1
    }
    let own = words[start...]
    first = own.first
    verb = own.first.flatMap { NamedVerb($0) }
    // The id of a GET says what it returns.
    let isAction = operation.method != .get && verb == nil && first.map(group.isNamed) == false
    let isBulk = first == "bulk" || first == "batch"
    action = isAction ? Array(own.prefix(isBulk ? 2 : 1)) : []
    var rest: [String] = []
    for word in own.dropFirst(verb == nil ? action.count : 1) {
      if !group.says(word), !Self.fillers.contains(word), !action.contains(word) {
        rest.append(word)
      }
    }
    self.rest = rest
  }

  /// The id without the path and the method that FastAPI puts behind a function's name:
  /// `read_item_items__item_id__get` of `GET /items/{item_id}`.
  private static func withoutRoute(_ operation: NamingFacts) -> Substring {
    var route = "_\(operation.method.rawValue)"
    let path = operation.path.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    route.insert(contentsOf: path, at: route.startIndex)
    let id = operation.id
    return id.hasSuffix(route) && id.count > route.count ? id.dropLast(route.count) : id[...]
  }

  /// Whether it says that the operation creates something; `post` only says how.
  var saysAdd: Bool { verb == .add && first != "post" }

  /// Whether it says nothing of what the operation does.
  var saysNoVerb: Bool { first.map { NamedVerb.isMethod($0) } ?? true }
}
