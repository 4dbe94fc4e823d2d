/// Whether a GET of a description lists, or shows one thing.
struct DescribedReading: Sendable, Equatable {
  /// Whether it lists.
  let isList: Bool
  /// Whether it shows one thing, whatever the answer is like.
  let isThing: Bool

  private static let things: Set = [
    "settings", "stats", "statistics", "usage", "metrics", "preferences", "options", "status",
    "info",
    "analytics",
  ]

  /// - Parameters:
  ///   - hasItems: whether a GET has a parameter below the path.
  ///   - answer: what is said of the answer.
  init(id: String, path: String, hasItems: Bool, _ answer: DescribedAnswer) {
    let words = NameWords.words(of: id)
    let saysList =
      words.first == "list" || words.last == "list" || words.starts(with: ["find", "all"])
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    if last.hasPrefix("{") {
      isList = answer.isArray || (saysList || hasItems) && answer.hasList && answer.isNamed
      isThing = !isList
      return
    }
    isThing = false
    let noun = NameWords.words(of: last).last ?? ""
    let isPlural = NameWords.isPlural(noun)
    let isWithoutList = answer.isDescribed && !answer.hasList
    if saysList {
      isList = true
    } else if hasItems {
      isList = !isWithoutList || isPlural || words.first.map { NamedVerb($0) == .show } != true
    } else if ["search", "query"].contains(noun) {
      isList = answer.hasList
    } else if isPlural {
      isList = !isWithoutList && (!Self.things.contains(noun) || answer.isArray)
    } else {
      isList = answer.isArray || answer.hasList && answer.isNamed
    }
  }

  private static let queries: Set = ["list", "search", "query", "find"]

  /// Whether the id of an operation says that it only asks for records, or its path ends so.
  static func saysQuery(id: String, path: String) -> Bool {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    return NameWords.words(of: id).first.map(queries.contains) ?? false
      || NameWords.words(of: last).last.map(queries.contains) ?? false
  }
}

extension DescribedOperation {
  /// Returns whether the operation lists, or shows one thing, if it is a GET.
  ///
  /// - Parameter hasItems: whether a GET has a parameter below the path.
  func reading(hasItems: Bool) -> DescribedReading {
    DescribedReading(id: id, path: path, hasItems: hasItems, answer)
  }

  /// Whether the id of a POST says that it only asks for records.
  var saysQuery: Bool { method == .post && DescribedReading.saysQuery(id: id, path: path) }
}
