extension StatementBuilder {
  /// The kind of the block that a `{` opens here; nil if it opens none.
  var nextBlock: BlockKind? {
    guard openRedirection == nil, condition.opener == nil else { return nil }
    if let next = compound?.nextBlock { return next }
    if !stages.isEmpty, compound == nil, words.first?.isBare("each") == true,
      Self.areOptions(words.dropFirst())
    {
      return .body
    }
    guard programMark == nil else { return nil }
    let first = (stages.first ?? words)[prefixCount...]
    if Self.isLoop(first) { return .loop }
    if prefixCount == 0, first.count > 1, first.first?.isBare("test") == true,
      first.count == 2 && stages.isEmpty || Self.isLoop(first.dropFirst(2))
    {
      return .test
    }
    guard stages.isEmpty, compound == nil else { return nil }
    switch first.first {
    case nil: return prefixCount > 0 && !words.begins(with: "let") ? .body : nil
    case let word? where word.isBare("try") && first.count == 1: return .attempt
    case let word? where first.count == 1 && prefixCount == 0 && !word.isQuoted:
      return Compound.Hook(rawValue: word.text).map(BlockKind.hook)
    case let word? where word.isBare("def") && Self.isDefinition(first): return .definition
    default: return nil
    }
  }

  /// Whether the statement so far is only `test`.
  var isTestWithoutName: Bool {
    stages.isEmpty && programMark == nil && openRedirection == nil && words.count == 1
      && words[0].isBare("test")
  }

  /// The words with which a statement with a block begins.
  private static let keywords: Set = [
    "if", "for", "def", "try", "expect", "test", "before", "after",
  ]

  /// Whether the statement so far may be the head of a block.
  var mayHaveBlock: Bool {
    if compound != nil { return true }
    if !stages.isEmpty, words.first?.isBare("each") == true { return true }
    guard let first = (stages.first ?? words)[prefixCount...].first, !first.isQuoted else {
      return false
    }
    return Self.keywords.contains(first.text)
  }

  /// Whether words are only options; the value after an option is one word.
  private static func areOptions(_ words: ArraySlice<Word>) -> Bool {
    var awaitsValue = false
    for word in words {
      if awaitsValue {
        awaitsValue = false
      } else {
        guard word.looksLikeOption, !word.isBare("--") else { return false }
        awaitsValue =
          !word.text.utf8.contains(UInt8(ascii: "=")) && !word.isBare("--keep-going")
      }
    }
    return !awaitsValue
  }

  /// Whether words before a statement are for the statement that follows: `time`, `watch` with its options,
  /// `on EVENT… do`, and `let NAME =`.
  static func isPrefix(_ words: ArraySlice<Word>) -> Bool {
    guard let first = words.first else { return false }
    // Most words have a different length, which is quicker to compare.
    switch first.end - first.start {
    case 2: return words.count > 2 && first.isBare("on") && words[words.endIndex - 1].isBare("do")
    case 3:
      guard words.count > 2, first.isBare("let"), words[words.endIndex - 1].isBare("=") else {
        return false
      }
      return words.count == 3
        || words.count == 4 && words[words.startIndex + 1].isBare("--secret")
    case 4: return words.count == 1 && first.isBare("time")
    case 5: return first.isBare("watch") && areOptions(words.dropFirst())
    default: return false
    }
  }

  /// Whether words are those of a loop: `for NAME… in ITEMS`.
  static func isLoop(_ words: ArraySlice<Word>) -> Bool {
    loopItems(of: words)?.isEmpty == false
  }

  /// The words after `for NAME… in`; nil if words are not those of a loop.
  static func loopItems(of words: ArraySlice<Word>) -> ArraySlice<Word>? {
    guard words.first?.isBare("for") == true,
      let keyword = words.firstIndex(where: { $0.isBare("in") })
    else { return nil }
    let names = words[(words.startIndex + 1)..<keyword]
    return !names.isEmpty && names.allSatisfy(\.isVariableName) ? words[(keyword + 1)...] : nil
  }

  private static func isDefinition(_ words: ArraySlice<Word>) -> Bool {
    guard words.count > 1, words[words.startIndex + 1].isCommandName else { return false }
    return words.dropFirst(2).allSatisfy { word in
      word.isVariableName || Assignment([word])?.hasValidName == true
    }
  }

  /// Ends a block of the current stage, which ends at `end`.
  mutating func end(
    _ block: Block, _ kind: BlockKind, opener: Range<Int>, end: Int
  ) {
    var open = compound ?? OpenCompound(kind, start: opener.lowerBound)
    switch kind {
    case .body: break
    case .branch, .attempt: open.start = words.removeLast().start
    case .loop, .definition, .test, .hook:
      let first = (stages.first ?? words)[prefixCount...]
      open = OpenCompound(kind, start: first.first?.start ?? opener.lowerBound)
      open.header = header(of: kind, first)
      removeHeader()
    }
    words.append(Word(open.end(block), in: open.start..<end))
    endCondition()
    compound = open
  }

  private func header(of kind: BlockKind, _ first: ArraySlice<Word>) -> OpenCompound.Header {
    switch kind {
    case .test:
      let loop = first.dropFirst(2)
      return .test(
        Array(first), Self.names(of: loop), loop.isEmpty ? nil : items(of: loop))
    case .hook(let hook): return .hook(hook)
    case .loop: return .loop(Self.names(of: first), items(of: first))
    default: return .definition(Array(first))
    }
  }

  private static func names(of loop: ArraySlice<Word>) -> [String] {
    loop.dropFirst().prefix { !$0.isBare("in") }.map(\.text)
  }

  /// The items of a loop whose pipeline begins with these words: `for NAME… in WORD…`.
  private func items(of first: ArraySlice<Word>) -> Compound.Items {
    var command = Array(first.drop { !$0.isBare("in") }.dropFirst())
    let later = stages.isEmpty ? [] : Array(stages.dropFirst()) + [words]
    if command.count == 1, later.isEmpty, files.isEmpty,
      command[0].loneExpression != nil || command[0].loneVariable != nil
    {
      return .value(command[0])
    }
    let mark = command[0].marksProgram && command.count > 1 ? command.removeFirst().start : nil
    return .pipeline(
      Pipeline(
        command: command, programMark: mark, stages: later, redirections: files.map(\.redirection)))
  }

  /// Replaces `break`, `continue` and `return` by what they mean.
  mutating func replaceExit() throws(SyntaxError) {
    let own = words[prefixCount...]
    guard let word = own.first, !word.isQuoted else { return }
    let exit: Compound
    switch word.text {
    case "break": exit = .breakLoop
    case "continue": exit = .continueLoop
    case "return": exit = .returnValue(own.count > 1 ? own[own.startIndex + 1] : nil)
    case "skip" where context.isInTest:
      guard own.count == 2 else { throw SyntaxError(.skippedWithoutReason, word.start..<word.end) }
      exit = .skipTest(own[own.startIndex + 1])
    default: return
    }
    let range = word.start..<word.end
    if case .skipTest = exit {
      words.removeSubrange(prefixCount...)
      words.append(Word(exit, in: range.lowerBound..<own[own.endIndex - 1].end))
      return
    }
    if case .returnValue(let value) = exit {
      guard context.isInDefinition else { throw SyntaxError(.outside(word.text, "def"), range) }
      guard own.count <= 2, value?.loneExpression != nil || value == nil else {
        throw SyntaxError(.returnedWords, own[own.startIndex + 1].start..<own[own.endIndex - 1].end)
      }
    } else {
      guard context.isInLoop else { throw SyntaxError(.outside(word.text, "for"), range) }
      guard own.count == 1 else {
        throw SyntaxError(
          .wordAfterExit(word.text), own[own.startIndex + 1].start..<own[own.endIndex - 1].end)
      }
    }
    let end = own[own.endIndex - 1].end
    words.removeSubrange(prefixCount...)
    words.append(Word(exit, in: range.lowerBound..<end))
  }
}

extension Word {
  fileprivate var isVariableName: Bool {
    guard !isQuoted, let first = text.utf8.first, ByteClass.beginsName(first) else { return false }
    return text.utf8.allSatisfy(ByteClass.continuesName)
  }

  fileprivate var isCommandName: Bool {
    guard !isQuoted, let first = text.utf8.first, ByteClass.beginsName(first) else { return false }
    return text.utf8.allSatisfy { ByteClass.continuesName($0) || $0 == UInt8(ascii: "-") }
  }
}
