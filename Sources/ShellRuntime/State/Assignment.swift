import ShellLanguage
import ShellCommands
import ShellOutput

/// The argument of `let` and `alias`: `NAME = TEXT`, with or without blanks around the `=`.
struct Assignment {
  let name: String
  let text: String

  /// Reads a command's arguments.
  ///
  /// - Parameters:
  ///   - needsQuotes: whether a text that is a word of its own must be quoted.
  ///   - isSecret: returns whether errors must not quote a text.
  /// - Returns: nil if there is no `=`.
  /// - Throws: ``ShellError`` if the name is invalid, or not exactly one text follows the `=`.
  @MainActor
  init?(
    _ arguments: BoundArguments, needsQuotes: Bool = false,
    isSecret: (String) -> Bool = { _ in true }
  ) throws {
    let places = (0..<arguments.positionalCount).map { arguments.positional($0) }
    let command = arguments.words[0].text
    guard let parts = Parts(places.map { arguments.words[$0] }[...]) else { return nil }
    (name, text) = (parts.name, parts.values.first?.text ?? "")
    guard let value = parts.values.first else {
      throw ShellError(.usage, "there is no text after '='", hint: "\(command) \(name) = 'text'")
    }
    // The values are the last words; the first one may share its word with the name.
    let first = places.count - parts.values.count
    if needsQuotes, !value.isQuoted, !parts.isAttached {
      let rest = parts.values.map(\.text).joined(separator: " ")
      throw ShellError(
        .usage, "the text after '=' must be quoted",
        hint: "\(command) \(name) = '\(isSecret(rest) ? "text" : rest)'", word: places[first])
    }
    guard parts.hasValidName else {
      throw ShellError(
        .usage, "'\(name)' is not a valid name; use letters, digits and '_', and no digit first",
        word: places[0])
    }
    guard parts.values.count == 1 else {
      throw ShellError(
        .usage, "there is more than one text after '='", hint: "quote the whole text",
        word: places[first + 1])
    }
  }

  /// Returns the name and the command of `let NAME = COMMAND WORD…`.
  ///
  /// - Parameters:
  ///   - words: the words of a statement that begins with `let`.
  ///   - hasStages: whether stages follow it, so that a single unquoted word is a command.
  /// - Returns: nil if the words are anything else, which the `let` command handles.
  static func command(in words: [Word], hasStages: Bool) -> (name: String, words: [Word])? {
    guard let parts = Parts(words.dropFirst()), parts.hasValidName,
      let first = parts.values.first,
      parts.values.count > 1 || hasStages && !first.isQuoted && !first.hasVariables
    else { return nil }
    return (parts.name, parts.values)
  }

  /// Returns the words after the `=` of an unfinished `let`; nil if there is no `=`.
  static func values(in words: [Word]) -> [Word]? { Parts(words.dropFirst())?.values }

  /// Returns the name that a `let` sets; nil if there is no `=`.
  static func name(in words: [Word]) -> String? { Parts(words.dropFirst())?.name }
}

extension Assignment {
  /// The words of an assignment.
  private struct Parts {
    let name: String
    /// The words after the `=`.
    let values: [Word]
    /// Whether the first value is in the same word as the `=`.
    let isAttached: Bool

    /// Returns nil if the words do not begin with a name and a `=`.
    init?(_ words: ArraySlice<Word>) {
      guard let first = words.first, !first.looksLikeOption else { return nil }
      let sign: Int
      if let equals = first.leadingText.utf8.firstIndex(of: UInt8(ascii: "=")) {
        guard equals != first.leadingText.startIndex else { return nil }
        (name, sign) = (String(first.leadingText[..<equals]), words.startIndex)
      } else if words.count > 1, !first.hasVariables,
        words[words.startIndex + 1].leadingText.utf8.first == UInt8(ascii: "=")
      {
        (name, sign) = (first.text, words.startIndex + 1)
      } else {
        return nil
      }
      let word = words[sign]
      let rest = words[(sign + 1)...]
      let attached = word.behindSign
      let isEmpty = attached.content == .literal("")
      isAttached = !isEmpty || (word.isQuoted || rest.isEmpty) && word.text != "="
      values = (isAttached ? [attached] : []) + rest
    }

    var hasValidName: Bool {
      guard let first = name.unicodeScalars.first, first == "_" || Self.isLetter(first) else {
        return false
      }
      return name.unicodeScalars.allSatisfy { $0 == "_" || Self.isLetter($0) || ("0"..."9") ~= $0 }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      ("a"..."z") ~= scalar || ("A"..."Z") ~= scalar
    }
  }
}

extension Word {
  /// The text before the word's first variable.
  fileprivate var leadingText: String {
    switch content {
    case .literal(let text): text
    case .composed(let parts): if case .literal(let text) = parts.first { text } else { "" }
    }
  }

  /// The rest of the word behind its first `=`.
  fileprivate var behindSign: Word {
    let head = leadingText.utf8.prefix { $0 != UInt8(ascii: "=") }.count + 1
    let rest = String(Substring(leadingText.utf8.dropFirst(head)))
    var word = self
    // In a quoted word, the bytes of the text are not those of the source.
    if !isQuoted { word.start += head }
    switch content {
    case .literal: word.content = .literal(rest)
    case .composed(let parts):
      word.content = .composed((rest.isEmpty ? [] : [.literal(rest)]) + parts.dropFirst())
    }
    return word
  }
}
