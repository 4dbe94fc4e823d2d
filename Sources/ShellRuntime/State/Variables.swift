import ShellOutput
import ShellLanguage

/// The values of `$` variables: set with `let`, a script's arguments, the last status and result,
/// and the process's environment.
@MainActor
struct Variables {
  /// The variables set with `let`, by name.
  var texts: [String: String] = [:]

  /// The script file being run; nil if there is none.
  var script: Script?

  /// A script file and its arguments.
  struct Script {
    /// The path as given: `$0`.
    let name: String
    /// `$1` is the first, `$@` all of them, `$#` their number.
    let arguments: [String]
  }

  /// The exit status of the last command: `$?`.
  var status = ExitStatus.success

  /// The first 1,000 records of the last result: `$_`.
  var result: Records?

  private let environment: (String) -> String?

  init(environment: @escaping (String) -> String?) {
    self.environment = environment
  }

  /// The largest word that variables may produce, in bytes: 1 MiB.
  private static let longestWord = 1 << 20

  /// Expands a word: `$@` alone becomes one word per argument of the script, any other word one
  /// word.
  ///
  /// - Throws: ``ShellError`` if a variable is not defined.
  func words(of word: Word) throws -> [Word] {
    word.isArguments
      ? arguments.map { word.replaced(by: $0) } : [word.replaced(by: try expand(word))]
  }

  /// Replaces `$@` by the arguments of the script and leaves other variables as they are.
  func withArguments(_ words: [Word]) -> [Word] {
    words.flatMap { word in word.isArguments ? arguments.map { word.replaced(by: $0) } : [word] }
  }

  private var arguments: [String] { script?.arguments ?? [] }

  /// Expands a word to a text; `$@` becomes all arguments, joined by blanks.
  ///
  /// - Throws: ``ShellError`` if a variable is not defined.
  func expand(_ word: Word) throws -> String {
    switch word.content {
    case .literal(let text): return text
    case .composed(let parts):
      return try parts.reduce(into: "") { text, part in
        switch part {
        case .literal(let piece): text += piece
        case .variable(let variable): text += try value(of: variable.name + variable.path, in: word)
        }
        // Otherwise each 'let a = "$a$a"' would double the memory.
        guard text.utf8.count <= Self.longestWord else {
          throw ShellError(.limit, "a word is longer than 1 MiB after its variables are replaced")
        }
      }
    }
  }

  private func value(of name: String, in word: Word) throws -> String {
    if let value = value(of: name) { return value }
    if let path = ResultPath(name), let result {
      do {
        return try path.value(in: result).plainText
      } catch {
        throw error.spanning([word])
      }
    }
    let name = ResultPath(name) == nil ? name : "_"
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
    case "_": "no command has produced a result yet"
    case "0": "$0 is the name of the running script file; there is none"
    case _ where Int(name) != nil: "give the script more arguments"
    default: "let \(name) = 'text'"
    }
  }
}
