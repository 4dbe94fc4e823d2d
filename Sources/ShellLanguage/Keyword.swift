/// A word that begins a special kind of statement.
package enum Keyword: Sendable {
  /// `on EVENT do STATEMENT`
  case on
  /// `time STATEMENT`
  case time
  /// `watch STATEMENT`
  case watch
}

extension Pipeline {
  /// The keyword at the beginning of the pipeline; nil for a command.
  ///
  /// `watch` alone, `watch --help`, `on -o json` and `on --restart 1` are commands.
  package var keyword: Keyword? {
    guard command.count > 1, !beginsWithProgram, !command[0].isQuoted else { return nil }
    let keyword: Keyword
    switch command[0].text {
    case "on": keyword = .on
    case "time": keyword = .time
    case "watch": keyword = .watch
    default: return nil
    }
    let next = command[1].text
    let isOption =
      keyword == .time
      ? next.hasPrefix("-") : Self.commandOptions.contains(where: next.hasPrefix)
    return isOption ? nil : keyword
  }

  private static let commandOptions = ["-h", "-o", "--help", "--output", "--restart"]
}
