/// `NAME = 'text'`, as `let` and `alias` take it, with or without blanks around the sign.
struct Assignment {
  let name: String
  let text: String

  /// Reads the words after the command's name.
  ///
  /// - Returns: nil where there is no sign.
  /// - Throws: ``ShellError`` where the name is no name, or what follows the sign is not one text.
  init?(_ words: ArraySlice<Word>, of command: String) throws {
    guard let first = words.first else { return nil }
    let text: ArraySlice<Word>
    if let sign = first.text.utf8.firstIndex(of: 0x3D), sign != first.text.startIndex {
      name = String(first.text[..<sign])
      self.text = String(first.text[first.text.index(after: sign)...])
      text = words.dropFirst()
    } else if words.dropFirst().first?.text == "=" {
      name = first.text
      text = words.dropFirst(3)
      guard let value = words.dropFirst(2).first else {
        throw ShellError(.usage, "nothing stands after '='", hint: "\(command) \(name) = 'text'")
      }
      guard value.isQuoted else {
        throw ShellError(
          .usage, "the text after '=' must be quoted",
          hint: "\(command) \(name) = '\(words.dropFirst(2).map(\.text).joined(separator: " "))'",
          word: words.startIndex + 2)
      }
      self.text = value.text
    } else {
      return nil
    }
    guard Self.isName(name) else {
      throw ShellError(
        .usage, "'\(name)' is not a name: letters, digits and '_', no digit first",
        word: words.startIndex)
    }
    guard text.isEmpty else {
      throw ShellError(
        .usage, "one text is wanted after '='", hint: "quote it as a whole",
        word: text.startIndex)
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
