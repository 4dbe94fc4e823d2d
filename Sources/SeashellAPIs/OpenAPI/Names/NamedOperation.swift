/// An operation with what naming has found out about it.
final class NamedOperation {
  let facts: NamingFacts
  /// The path without versions, and later also without a verb in its middle.
  var path: NamedPath
  /// The id without the part before its last `/` or `.`, and without the route that FastAPI appends.
  let plainID: Substring
  /// The words of ``plainID``.
  let idWords: [String]
  let tagSingulars: [String]
  /// The first words of the summary of an operation that may change something.
  let summary: [String]
  /// The verb that the summary begins with, as a word of an id.
  let summaryVerb: String?
  /// The part before the last `/` or `.` of the id.
  let idGroup: Substring?
  /// The path's end in the tree of all paths.
  var node = 0
  /// The verb from the middle of the path: `watch` of `/watch/pods`.
  var lead = ""
  var isList = false
  /// Whether it is a POST that only asks.
  var isQuery = false
  /// Whether it lists the things of a collection elsewhere that has no list.
  var isAdopted = false
  /// The words of a tag that is about no part of a path.
  var tagWords: [String] = []
  /// The index of the same operation in its newest version.
  var twin: Int?

  var method: DescribedMethod { facts.method }
  /// Whether it is said to be deprecated.
  var isOld: Bool { facts.isDeprecated || facts.id.lowercased().contains("deprecated") }

  init(_ facts: NamingFacts) {
    self.facts = facts
    path = NamedPath(facts.path)
    plainID = facts.plainID
    idWords = NameWords.words(of: plainID)
    tagSingulars = NameWords.singulars(facts.tag.map { NameWords.words(of: $0) } ?? [])
    let text = facts.method == .get ? "" : facts.summary ?? ""
    summary = NameWords.words(of: Self.withoutTag(text).prefix(100))
    let first = summary.first { !Self.openings.contains($0) }
    summaryVerb = first.flatMap { NamedVerb.stem(of: $0) }
    idGroup = facts.idGroup
  }

  /// Removes a tag of HTML before the first word.
  private static func withoutTag(_ text: String) -> Substring {
    guard text.utf8.first == UInt8(ascii: "<"),
      let end = text.utf8.firstIndex(of: UInt8(ascii: ">"))
    else { return text[...] }
    return text[end...]
  }

  /// The words before the verb of a summary.
  private static let openings: Set = ["the", "a", "this", "api", "endpoint", "to"]

  /// Whether id or summary say that several things are meant: `BulkDeleteCustomers`, `Create multiple users`.
  var saysMany: Bool {
    for words in [idWords[...], summary.prefix(4)] {
      for (place, word) in words.enumerated()
      where NamedVerb.bulk.contains(word) && (place < 3 || words.first == word) {
        let next = words.dropFirst(place + 1)
        if next.prefix(3).contains(where: NameWords.isPlural) { return true }
        if let verb = next.first, NamedVerb(verb) != nil { return true }
      }
    }
    return false
  }
}

extension NamedOperation {
  /// Takes a verb out of the middle of paths that are there without it: `/watch/namespaces/{name}/pods`.
  static func removeLeadingVerbs(_ operations: [NamedOperation]) {
    // The paths are needed for few descriptions.
    var paths: Set<[String]> = []
    for operation in operations {
      let parts = operation.path.parts
      for (place, part) in parts.dropLast().enumerated() where part != NamedPath.parameter {
        guard NamedVerb.actions.contains(part), parts[place + 1] != NamedPath.parameter else {
          continue
        }
        let first = operation.idWords.first
        guard first == part || first == nil && operation.method == .get else { continue }
        var rest = parts
        rest.remove(at: place)
        if paths.isEmpty { paths = Set(operations.map(\.path.parts)) }
        guard paths.contains(rest) else { continue }
        operation.lead = part
        operation.path.removePart(at: place)
        break
      }
    }
  }
}

extension NamingFacts {
  /// The declared id without the part before its last `/` or `.`, and without the path and method that
  /// FastAPI appends to a function's name: `read_item_items__item_id__get` for `GET /items/{item_id}`.
  var plainID: Substring {
    guard hasDeclaredID else { return "" }
    var name = id[...]
    if name.hasSuffix("_\(method.rawValue)") {
      let route = path.utf8.map { $0.isLetter || $0.isDigit ? $0 : UInt8(ascii: "_") }
      let ending = String(decoding: route, as: UTF8.self) + "_\(method.rawValue)"
      if name.hasSuffix(ending), name.utf8.count > ending.utf8.count {
        name = name.dropLast(ending.count)
      }
    }
    return name.utf8.lastIndex(where: Self.isMark).map { name[name.utf8.index(after: $0)...] }
      ?? name
  }

  /// The part of the declared id before its last `/` or `.`.
  var idGroup: Substring? {
    guard hasDeclaredID, let end = id.utf8.lastIndex(where: Self.isMark) else { return nil }
    let before = id[..<end]
    let start = before.utf8.lastIndex(where: Self.isMark).map { before.utf8.index(after: $0) }
    return before[(start ?? before.startIndex)...]
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
  }
}
