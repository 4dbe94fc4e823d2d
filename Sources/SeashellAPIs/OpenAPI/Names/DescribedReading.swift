/// Whether a GET of a description lists, or shows one thing.
struct DescribedReading: Sendable, Equatable {
  /// Whether it lists.
  let isList: Bool
  /// Whether it shows one thing, whatever the answer is like.
  let isThing: Bool

  private static let things: Set = [
    "settings", "stats", "statistics", "usage", "metrics", "preferences", "options", "status",
    "info", "analytics", "count", "summary", "config", "schema", "health", "version", "setting",
    "credentials", "totals", "details", "limits",
  ]

  /// - Parameters:
  ///   - words: the words of the operation's id.
  ///   - path: the operation's path.
  ///   - hasItems: whether a GET has a parameter below the path.
  ///   - answer: what is said of the answer.
  init(words: [String], path: NamedPath, hasItems: Bool, _ answer: DescribedAnswer) {
    let last = path.parts.last ?? ""
    let noun = NameWords.words(of: last).last ?? ""
    let saysList =
      words.first == "list" || words.last == "list" && noun != "list"
      || words.starts(with: ["find", "all"]) || words.starts(with: ["get", "list"])
    if last == NamedPath.parameter {
      isList = answer.isArray || (saysList || hasItems) && answer.hasList && answer.isNamed
      isThing = !isList
      return
    }
    isThing = false
    let isPlural = NameWords.isPlural(noun)
    let isWithoutList = answer.isDescribed && !answer.hasList
    let first = words.first ?? ""
    if saysList {
      isList = true
    } else if hasItems {
      isList = !isWithoutList || isPlural || NamedVerb(first) != .show
    } else if noun == "search" || noun == "query" {
      isList = answer.hasList
    } else if Self.things.contains(noun) {
      isList = answer.isWhole
    } else if isPlural {
      // downloadLogs may answer anything.
      isList =
        answer.isDescribed ? answer.hasList : !["check", "download", "export"].contains(first)
    } else {
      isList = answer.isArray || answer.hasList && answer.isNamed
    }
  }

  private static let queries: Set = ["list", "search", "query", "find"]

  /// Whether the id of an operation says that it only asks for records, or its path ends so.
  static func saysQuery(id: String, path: String) -> Bool {
    let last = NamedPath(path).parts.last ?? ""
    let name = id.split { $0 == "/" || $0 == "." }.last ?? ""
    return NameWords.words(of: name).first.map(queries.contains) ?? false
      || NameWords.words(of: last).last.map(queries.contains) ?? false
  }
}

extension DescribedOperation {
  /// Returns whether the operation lists, or shows one thing, if it is a GET.
  ///
  /// - Parameter hasItems: whether a GET has a parameter below the path.
  func reading(hasItems: Bool) -> DescribedReading {
    DescribedReading(
      words: NameWords.words(of: NamingFacts(self).plainID), path: NamedPath(path),
      hasItems: hasItems, answer)
  }

  /// Whether the id of a POST says that it only asks for records.
  var saysQuery: Bool { method == .post && DescribedReading.saysQuery(id: id, path: path) }
}
