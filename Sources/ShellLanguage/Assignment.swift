/// The words of an assignment: `NAME = WORD…`, with or without blanks around the `=`.
package struct Assignment {
  /// Whether `--secret` precedes the name.
  package let isSecret: Bool
  package let name: String
  /// The words after the `=`.
  package let values: [Word]
  /// Whether the first value is in the same word as the `=`.
  package let isAttached: Bool

  /// Parses the words; nil if they do not begin with a name and a `=`.
  package init?(_ words: ArraySlice<Word>) {
    isSecret = words.first?.isBare("--secret") == true
    let words = isSecret ? words.dropFirst() : words
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

  /// The value, if it is a single word that is a variable or an expression, whose kind is kept.
  package var typedValue: Word? {
    guard values.count == 1, values[0].loneVariable != nil || values[0].loneExpression != nil else {
      return nil
    }
    return values[0]
  }

  /// Whether the name consists of letters, digits and `_`, and does not begin with a digit.
  package var hasValidName: Bool {
    guard let first = name.unicodeScalars.first, first == "_" || Self.isLetter(first) else {
      return false
    }
    return name.unicodeScalars.allSatisfy { $0 == "_" || Self.isLetter($0) || ("0"..."9") ~= $0 }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z") ~= scalar || ("A"..."Z") ~= scalar
  }
}

extension Pipeline {
  /// The variable and the pipeline of `let NAME = COMMAND…`; nil for any other statement, including `let NAME
  /// = TEXT`, which is a command.
  package var binding: (name: String, pipeline: Pipeline, isSecret: Bool)? {
    guard !beginsWithProgram, command.begins(with: "let"),
      let assignment = Assignment(command.dropFirst()), assignment.hasValidName,
      let first = assignment.values.first,
      assignment.values.count > 1 || first.compound != nil
        || !stages.isEmpty && !first.isQuoted
          && (!first.hasVariables || first.loneVariable != nil)
    else { return nil }
    var pipeline = self
    pipeline.command = assignment.values
    if pipeline.command.count > 1, first.marksProgram {
      pipeline.command.removeFirst()
      pipeline.beginsWithProgram = true
    }
    return (assignment.name, pipeline, assignment.isSecret)
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

  /// The part of the word after its first `=`.
  fileprivate var behindSign: Word {
    let head = leadingText.utf8.prefix { $0 != UInt8(ascii: "=") }.count + 1
    let rest = String(Substring(leadingText.utf8.dropFirst(head)))
    var word = self
    // In a quoted word, offsets in the text differ from offsets in the source.
    if !isQuoted { word.start += head }
    switch content {
    case .literal: word.content = .literal(rest)
    case .composed(let parts):
      word.content = .composed((rest.isEmpty ? [] : [.literal(rest)]) + parts.dropFirst())
    }
    return word
  }
}
