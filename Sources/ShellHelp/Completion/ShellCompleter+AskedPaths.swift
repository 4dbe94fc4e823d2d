import ShellCommands
import ShellLanguage
import ShellRuntime

extension ShellCompleter {
  /// How many statements of the history are looked through.
  private static let mostStatements = 2_000

  /// Suggests the paths that `api` was asked for, as the history tells, the latest first.
  ///
  /// A path with an API's name before it is also suggested without the name where that API is the current one. What
  /// has variables, quotes or a query is left out: the rest of such a path was another one each time.
  func askedPaths(for query: CompletionQuery) -> [Suggestion] {
    guard let statements = shell.scope.prompt?.reader.statements else { return [] }
    let current = shell.host.environments.currentAPI.map { "\($0):" }
    var seen: Set<Substring> = []
    var paths: [Suggestion] = []
    for statement in statements.suffix(Self.mostStatements).reversed() {
      guard var path = Self.askedPath(in: statement) else { continue }
      if let current, path.hasPrefix(current), !query.prefix.hasPrefix(current) {
        path = path.dropFirst(current.count)
      }
      guard path.hasPrefix(query.prefix), seen.insert(path).inserted else { continue }
      paths.append(Suggestion(String(path)))
    }
    return paths
  }

  /// The path in `api get PATH` and the like, if it has nothing but names.
  private static func askedPath(in statement: String) -> Substring? {
    guard statement.hasPrefix("api ") else { return nil }
    let words = statement.split(separator: " ", maxSplits: 3)
    guard words.count > 2 else { return nil }
    let path = words[2]
    let hasNamesOnly = path.contains("/") && !path.contains("?")
    return hasNamesOnly && Quotation.quoted(String(path)) == path ? path : nil
  }
}
