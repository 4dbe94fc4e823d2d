extension Shell {
  /// Whether a typed statement is to be kept nowhere: it begins with a blank, or it may hold what a
  /// command says is secret.
  ///
  /// It looks at the text as well as at what the text was parsed to: a statement that does not parse,
  /// an alias's definition or a command behind `time` may hold a secret too.
  ///
  /// - Parameter list: what the statement was parsed to; nil where it was not.
  func isSecret(_ statement: String, parsed list: CommandList?) -> Bool {
    if statement.first?.isWhitespace == true { return true }
    if holdsSecret(statement) { return true }
    guard let list else { return false }
    return ([list.first] + list.rest.map(\.pipeline)).contains { pipeline in
      isUnknown(pipeline.command) || isSecret(pipeline.command.map(\.text), depth: 0)
    }
  }

  /// Whether a statement's text may hold what a command says is secret.
  func holdsSecret(_ statement: String) -> Bool {
    isSecret(Self.pieces(of: statement), depth: 0)
  }

  /// Whether a variable says which command it is, which is known when it runs.
  private func isUnknown(_ words: [Word]) -> Bool {
    if words[0].hasVariables { return true }
    return words.count > 1 && words[1].hasVariables && builtins[words[0].text] == nil
  }

  private func isSecret(_ pieces: [String], depth: Int) -> Bool {
    for (index, piece) in pieces.enumerated() {
      if depth < 10, let alias = aliases[piece] {
        let meant = Self.pieces(of: alias.text) + pieces[(index + 1)...]
        if isSecret(meant, depth: depth + 1) { return true }
      }
      let following = index + 1 < pieces.count ? pieces[index + 1] : nil
      let commands = modules.commands(of: piece)
      guard let entry = builtins[piece] ?? commands?.sole ?? following.flatMap({ commands?[$0] })
      else { continue }
      let specification = entry.specification
      if specification.hasSecretWords { return true }
      let secret = specification.options.filter(\.isSecret)
      if secret.isEmpty { continue }
      for word in pieces[(index + 1)...] where secret.contains(where: { $0.isGiven(by: word) }) {
        return true
      }
    }
    return false
  }

  /// The text cut at everything that may stand between words.
  private static func pieces(of text: String) -> [String] {
    text.split { " \t\r\n'\"\\;|&<>".contains($0) }.map(String.init)
  }
}

extension OptionSpecification {
  /// Whether a word may give the option: `--name`, `--name=value`, `-n` or `-nvalue`.
  fileprivate func isGiven(by word: String) -> Bool {
    if word == "--\(name)" || word.hasPrefix("--\(name)=") { return true }
    guard let short, word.hasPrefix("-"), !word.hasPrefix("--") else { return false }
    return word.contains(short)
  }
}
