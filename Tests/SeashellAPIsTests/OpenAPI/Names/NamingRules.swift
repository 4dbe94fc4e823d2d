@testable import SeashellAPIs

/// Parses operations, one a line: `GET /pets listPets list #tag`.
///
/// After method and path come the id, `-` for none; and in any order `list` or `item` for the response, a tag
/// after `#`, an `x-cli-name` after `=`, `ignored`, `deprecated`, `body` for a body that is required, and a summary
/// after `"`, whose words have `_` between them.
func operations(_ text: String) -> [NamingFacts] {
  text.split(separator: "\n").map { line in
    let words = line.split(separator: " ").map(String.init)
    let method = DescribedMethod(rawValue: words[0].lowercased()) ?? .trace
    let id = words.count > 2 && words[2] != "-" ? words[2] : nil
    var facts = NamingFacts(
      id: id ?? "made \(words[0]) \(words[1])", hasDeclaredID: id != nil, method: method,
      path: words[1])
    for word in words.dropFirst(3) {
      switch word {
      case "list": facts.isList = true
      case "item": facts.isList = false
      case "ignored": facts.isIgnored = true
      case "deprecated": facts.isDeprecated = true
      case "body": facts.isBodyRequired = true
      case let word where word.hasPrefix("#"): facts.tag = String(word.dropFirst())
      case let word where word.hasPrefix("="): facts.commandName = String(word.dropFirst())
      case let word where word.hasPrefix("\""): facts.summary = String(word.dropFirst())
      default: facts.id += " \(word)"
      }
    }
    return facts
  }
}

/// The names of operations, with `-` for those without a name.
func names(of operations: [NamingFacts]) -> [String] {
  texts(CommandNames(operations))
}

/// The names as text.
func texts(_ names: CommandNames) -> [String] {
  names.names.map { $0?.description ?? "-" }
}

/// Compares each operation's name with the expected one, which precedes it and a colon.
func check(_ text: String) -> (found: [String], expected: [String]) {
  var (lines, expected): ([String], [String]) = ([], [])
  for line in text.split(separator: "\n") {
    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
    expected.append(parts[0])
    lines.append(parts[1])
  }
  return (names(of: operations(lines.joined(separator: "\n"))), expected)
}
