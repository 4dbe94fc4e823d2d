import ShellLanguage
import ShellCommands
import ShellOutput

/// The argument of `let` and `alias`: `NAME = 'text'`, with or without blanks around the `=`.
struct Assignment {
  let name: String
  let text: String

  /// Reads a command's arguments.
  ///
  /// - Returns: nil if there is no `=`.
  /// - Throws: ``ShellError`` if the name is invalid, or not exactly one text follows the `=`.
  @MainActor
  init?(_ arguments: BoundArguments, in state: ShellState) throws {
    let places = (0..<arguments.positionalCount).map { arguments.positional($0) }
    let words = places.map { arguments.words[$0] }
    let command = arguments.words[0].text
    let signs = words.prefix(2).map { $0.text.utf8.firstIndex(of: UInt8(ascii: "=")) }
    // The number of words that hold the name and the '='.
    var used: Int
    if let sign = signs.first ?? nil, sign != words[0].text.startIndex {
      name = String(words[0].text[..<sign])
      used = 1
    } else if signs.count > 1, signs[1] == words[1].text.startIndex {
      name = words[0].text
      used = 2
    } else {
      return nil
    }
    let attached = words[used - 1].text.utf8.drop { $0 != UInt8(ascii: "=") }.dropFirst()
    if attached.isEmpty, !words[used - 1].isQuoted, used < words.count {
      guard words[used].isQuoted else {
        let rest = words[used...].map(\.text).joined(separator: " ")
        throw ShellError(
          .usage, "the text after '=' must be quoted",
          hint:
            "\(command) \(name) = '\(SecretGuard(state: state).isSecret(rest) ? "text" : rest)'",
          word: places[used])
      }
      text = words[used].text
      used += 1
    } else if words[used - 1].text == "=" {
      throw ShellError(.usage, "there is no text after '='", hint: "\(command) \(name) = 'text'")
    } else {
      text = String(Substring(attached))
    }
    guard Self.isName(name) else {
      throw ShellError(
        .usage, "'\(name)' is not a valid name; use letters, digits and '_', and no digit first",
        word: places[0])
    }
    guard used == words.count else {
      throw ShellError(
        .usage, "there is more than one text after '='", hint: "quote the whole text",
        word: places[used])
    }
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || isLetter(first) else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0 == "_" || isLetter($0) || ("0"..."9") ~= $0 }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z") ~= scalar || ("A"..."Z") ~= scalar
  }
}
