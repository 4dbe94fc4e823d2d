import ShellOutput
package import ShellLanguage

/// What `$` stands for: texts of `let`, the script's arguments, the last status and result, and the
/// process's environment.
@MainActor
package struct Variables {
  /// Texts set by `let`, by name.
  var texts: [String: String] = [:]

  /// The script file that runs; nil where none does.
  package var script: Script?

  /// A script file with what it was given.
  package struct Script {
    /// The file, as it was named: `$0`.
    let name: String
    /// `$1` is the first, `$@` all of them, `$#` how many there are.
    let arguments: [String]
  }

  /// The last command's status: `$?`.
  var status = ExitStatus.success

  /// The last result, its first 1,000 records: `$_`.
  var result: Records?

  private let environment: (String) -> String?

  init(environment: @escaping (String) -> String?) {
    self.environment = environment
  }

  /// The words that a word as written stands for: as many as the script has arguments where it is
  /// `$@`, and one otherwise.
  ///
  /// - Throws: ``ShellError`` where a variable is not defined.
  func words(of word: Word) throws -> [Word] {
    word.isArguments
      ? arguments.map { word.replaced(by: $0) } : [word.replaced(by: try expand(word))]
  }

  /// Words in whose places the arguments of `$@` stand; nothing else is replaced.
  func withArguments(_ words: [Word]) -> [Word] {
    words.flatMap { word in word.isArguments ? arguments.map { word.replaced(by: $0) } : [word] }
  }

  private var arguments: [String] { script?.arguments ?? [] }

  /// Puts together the one word that a word as written stands for; `$@` inside a longer word stands for
  /// all arguments with blanks between them.
  ///
  /// - Throws: ``ShellError`` where a variable is not defined.
  package func expand(_ word: Word) throws -> String {
    switch word.content {
    case .literal(let text): return text
    case .composed(let parts):
      return try parts.reduce(into: "") { text, part in
        switch part {
        case .literal(let piece): text += piece
        case .variable(let name): text += try value(of: name, in: word)
        }
        // Words made of words would otherwise double the memory with every line.
        guard text.utf8.count <= LineInput.longestLine else {
          throw ShellError(.limit, "with its variables replaced, a word is longer than 1 MiB")
        }
      }
    }
  }

  private func value(of name: String, in word: Word) throws -> String {
    if let value = value(of: name) { return value }
    var error = ShellError(.usage, "$\(name) is not defined", hint: Self.hint(for: name))
    error.range = word.start..<word.end
    throw error
  }

  private func value(of name: String) -> String? {
    switch name {
    case "?": return String(status.rawValue)
    case "_": return result?.jsonText()
    case "@": return arguments.joined(separator: " ")
    case "#": return String(arguments.count)
    case "0": return script?.name
    default: break
    }
    if let number = Int(name) {
      return arguments.indices.contains(number - 1) ? arguments[number - 1] : nil
    }
    return texts[name] ?? environment(name)
  }

  private static func hint(for name: String) -> String {
    switch name {
    case "_": "no command has given a result yet"
    case "0": "it is the name of the script file that runs, and none does"
    case _ where Int(name) != nil: "give the script more arguments"
    default: "let \(name) = 'text'"
    }
  }
}
