package import ShellLanguage
package import ShellOutput

/// A value that is not written in the command's words: `--comment @FILE`.
package struct LongText: Sendable, Equatable {
  /// The source of the text.
  package enum Source: Sendable, Equatable {
    /// In a file: `@FILE`.
    case file(String)
    /// On standard input: `@-`.
    case standardInput
    /// In the word itself, with another `@` before it: `@@everyone`.
    case word(String)
  }

  /// The source of the text.
  package let source: Source

  /// Its option or argument, as errors show it: `--comment`.
  package let parameter: String

  /// The index of its word.
  package let word: Int

  /// How many bytes precede the value in its word: the length of `--comment=`.
  private let start: Int

  /// Recognizes a value that begins with a written `@`.
  init?(_ value: GivenText, of parameter: String, in words: [Word], at word: Int) {
    switch value.reference {
    case .file(let name): source = name.isWritten("-") ? .standardInput : .file(name.text)
    case .text(let text) where text.utf8.count < value.text.utf8.count: source = .word(text)
    case .text: return nil
    }
    self.parameter = parameter
    self.word = word
    start = words[word].text.utf8.count - value.text.utf8.count
  }

  /// Replaces the reference by the text, which is data: an `@` at its beginning names no other file.
  package func replace(in words: inout [Word], with text: String) {
    var head = String(decoding: words[word].text.utf8.prefix(start), as: UTF8.self)
    // In `-cTEXT` an equals sign at the start would not be part of the text.
    if start > 0, head.utf8.last != UInt8(ascii: "=") { head += "=" }
    words[word].content = .literal(head + text)
    words[word].data = DataParts([head.utf8.count..<head.utf8.count + text.utf8.count])
    if start == 0 { words[word].mayBeOption = false }
  }

  /// A text, written so that a leading `@` does not name a file.
  static func written(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "@") ? "@" + text : text
  }
}

extension ArgumentBinder {
  /// Finds the values to read from files.
  ///
  /// - Parameter place: the values of the user's current place.
  /// - Returns: the values; none if the words ask for help.
  /// - Throws: a `usage` error if the words cannot be assigned to parameters, or are too many.
  package func longTexts(
    in words: [Word], from start: Int, at place: [CompletionKind: String] = [:]
  ) throws(ShellError) -> [LongText] {
    guard takesLongTexts, start < words.count else { return [] }
    let bound = try BoundArguments(self, scanning: words, from: start, at: place)
    if bound.wantsHelp { return [] }
    try checkCount(of: bound)
    var found: [LongText?] = []
    for (index, argument) in specification.arguments.enumerated() where argument.isLong {
      for position in bound.positions(of: index) {
        let word = bound.positional(position)
        found.append(LongText(GivenText(words[word]), of: argument.name, in: words, at: word))
      }
    }
    for (index, option) in options.enumerated() where option.isLong {
      guard let given = bound.option(index) else { continue }
      for value in [given] + given.others {
        found.append(LongText(value.given, of: "--\(option.name)", in: words, at: value.word))
      }
    }
    return found.compactMap { $0 }
  }

  /// Creates the error for a text that cannot be read.
  ///
  /// - Parameters:
  ///   - reason: why: `No such file or directory`.
  ///   - isMissing: whether the file does not exist, so that the user may not have meant a file.
  package func error(
    _ text: LongText, _ code: ShellError.Code, reason: String, isMissing: Bool
  ) -> ShellError {
    var name = "the file"
    if case .file(let path) = text.source, !specification.hasSecrets {
      name = path.count > 200 ? "'\(path.prefix(200))…'" : "'\(path)'"
    }
    return ShellError(
      code, "cannot read \(name) for \(text.parameter): \(reason)",
      hint: isMissing ? "write @@ for a text that begins with @" : nil, word: text.word)
  }
}
