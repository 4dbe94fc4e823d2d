/// The words of an operation's id, without those of its group.
struct IDWords {
  private static let fillers: Set = ["a", "all", "an", "by", "for", "id", "ids", "of", "the"]

  /// The first word, if the document declares an id for the operation.
  let first: String?
  let verb: NamedVerb?
  /// The id's own verb, which becomes the command: `crosspost`, `bulk-delete`; empty if it has none.
  let action: [String]
  let rest: [String]

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
    // The id of a GET describes what it returns.
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

  /// The id without the path and method that FastAPI appends to a function's name:
  /// `read_item_items__item_id__get` for `GET /items/{item_id}`.
  private static func withoutRoute(_ operation: NamingFacts) -> Substring {
    var route = "_\(operation.method.rawValue)"
    let path = operation.path.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    route.insert(contentsOf: path, at: route.startIndex)
    let id = operation.id
    return id.hasSuffix(route) && id.count > route.count ? id.dropLast(route.count) : id[...]
  }

  /// Whether the id says that the operation creates something, which `post` alone does not say.
  var saysAdd: Bool { verb == .add && first != "post" }

  /// Whether the id does not say what the operation does.
  var saysNoVerb: Bool { first.map { NamedVerb.isMethod($0) } ?? true }
}
