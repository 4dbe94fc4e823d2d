extension CursorPlace {
  /// Finds the word at the cursor.
  ///
  /// It reads only the text before the cursor, with the tokenizer that reads scripts, so that quotes, escapes
  /// and operators mean the same as when the line runs.
  ///
  /// - Parameters:
  ///   - text: the text so far, which can contain newlines.
  ///   - cursor: the cursor's offset in bytes.
  /// - Returns: the place; nil if nothing can be completed: in a comment, after a syntax error, inside a
  ///   character, and in a word that began on an earlier line, which a line editor cannot replace.
  package init?(_ text: String, at cursor: Int) {
    guard (0...ScriptParser.longestStatement).contains(cursor), cursor <= text.utf8.count else {
      return nil
    }
    let bytes = Array(text.utf8.prefix(cursor))
    var reader = CursorReader()
    guard let subject = bytes.withUnsafeBufferPointer({ reader.subject(atEndOf: $0) }) else {
      return nil
    }
    self.init(
      role: reader.role, words: reader.words, stagesBefore: reader.stagesBefore,
      beginsWithProgram: reader.beginsWithProgram, subject: subject,
      expression: reader.expression, recordSource: reader.recordSource)
  }
}

extension TypedLine {
  /// Reads a statement, which can contain newlines.
  package init(_ text: String) {
    var reader = CursorReader()
    reader.line = TypedLine()
    guard text.utf8.count <= ScriptParser.longestStatement else { return }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBufferPointer { reader.subject(atEndOf: $0) }
    self = reader.line ?? TypedLine()
  }
}

struct CursorReader {
  typealias Line = UnsafeBufferPointer<UInt8>

  /// What is read, if it is wanted.
  var line: TypedLine?

  private(set) var expression: OpenExpression?
  private var blocks = OpenBlocks()
  private var tokenizer = Tokenizer()

  /// The words before the cursor in its stage, without the `!` before a program and the beginning of a loop.
  var words: [Word] { Array(wordsSoFar) }

  private var wordsSoFar: ArraySlice<Word> {
    builder.stages.isEmpty ? loopItems(of: builder.words) : builder.words[...]
  }

  var stagesBefore: [[Word]] {
    guard let first = builder.stages.first else { return [] }
    return [Array(loopItems(of: first))] + builder.stages.dropFirst()
  }

  var beginsWithProgram: Bool {
    builder.programMark != nil || marksProgram(builder.stages.first ?? builder.words)
  }

  var role: CursorPlace.Role {
    if builder.openRedirection != nil { return .file }
    if !builder.stages.isEmpty { return .stage }
    return beginsWithProgram ? .program : .command
  }

  /// The stages before the `each` stage whose block contains the cursor.
  var recordSource: (stages: [[Word]], beginsWithProgram: Bool)? {
    blocks.recordSource.map { builder in
      var reader = CursorReader()
      reader.blocks = OpenBlocks(builder)
      return (reader.stagesBefore, reader.beginsWithProgram)
    }
  }

  private var builder: StatementBuilder { blocks.builder }

  /// The words of a pipeline's first stage after `for NAME… in`, if it begins a loop; otherwise all.
  private func loopItems(of words: [Word]) -> ArraySlice<Word> {
    let items = StatementBuilder.loopItems(of: words[builder.prefixCount...]) ?? words[...]
    return marksProgram(words) ? items.dropFirst() : items
  }

  private func marksProgram(_ words: [Word]) -> Bool {
    StatementBuilder.loopItems(of: words[builder.prefixCount...])?.first?.marksProgram == true
  }

  mutating func subject(atEndOf text: Line) -> CursorPlace.Subject? {
    guard TextCheck.firstError(in: text, at: 0) == nil else { return nil }
    var start = 0
    while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
      do throws(SyntaxError) {
        try readWhole(Line(rebasing: text[start..<end]), at: start)
      } catch {
        line?.error = error.range
        return nil
      }
      start = end + 1
    }
    tokenizer.begin(lineAt: start)
    return last(Line(rebasing: text[start...]), of: text)
  }

  private mutating func readWhole(_ line: Line, at start: Int) throws(SyntaxError) {
    tokenizer.begin(lineAt: start)
    while true {
      let token = try tokenizer.next(in: line)
      if case .joinedLineEnd = token { return }
      if case .lineEnd = token {
        do throws(SyntaxError) {
          _ = try blocks.endLine()
        } catch {
          // The next line begins a new statement.
          blocks = OpenBlocks()
        }
        return setMode()
      }
      try take(token)
    }
  }

  private mutating func last(_ line: Line, of text: Line) -> CursorPlace.Subject? {
    while true {
      let before = tokenizer.position
      do throws(SyntaxError) {
        let token = try tokenizer.next(in: line)
        switch token {
        case .word(let word) where word.end == text.count && !endsWithSymbol(word, in: text):
          note(word)
          // Nothing can follow a `)` directly.
          if word.endsWithExpression { return nil }
          setCondition()
          return subject(open(word, in: text), from: line, of: text)
        case .joinedLineEnd where tokenizer.parenthesis != nil:
          noteOpenWord(in: text)
          return variable(in: text) ?? field(in: text).map { .field($0, nil) }
            ?? expressionWord(in: text)
        case .joinedLineEnd:
          noteOpenWord(in: text)
          setCondition()
          return subject(openWord(in: text), from: line, of: text)
        case .lineEnd:
          setMode()
          setCondition()
          let isComment = !line[before...].allSatisfy(ByteClass.isBlank)
          return isComment
            ? nil
            : .word(
              OpenWord(start: text.count, quotation: quotation(from: text.count, in: text)))
        default:
          try take(token)
        }
      } catch {
        if error.range.upperBound < text.count || error.kind != .variableName {
          self.line?.error = error.range
        }
        // An unfinished `${na` or `${it.na`.
        guard error.kind == .variableName else { return nil }
        let isName = error.range.upperBound == text.count
        return (isName ? variable(in: text) : nil) ?? field(in: text).map { .field($0, nil) }
      }
    }
  }

  /// The variable, field or word at the cursor; nil for a word that began on an earlier line.
  private func subject(
    _ word: OpenWord, from line: Line, of text: Line
  ) -> CursorPlace.Subject? {
    if let variable = variable(in: text) { return variable }
    let isReachable = word.start >= text.count - line.count
    if let field = field(in: text) { return .field(field, isReachable ? word : nil) }
    return isReachable ? .word(word) : nil
  }

  /// The word at the cursor in open parentheses; nil in a quote.
  private mutating func expressionWord(in text: Line) -> CursorPlace.Subject? {
    guard let parenthesis = tokenizer.parenthesis, tokenizer.quote == nil, tokenizer.join == nil
    else { return nil }
    var words = parenthesis.words
    var open = OpenWord(start: text.count, quotation: Quotation(isInExpression: true))
    if let last = words.last, last.end == text.count, !last.isQuoted, !last.hasVariables,
      !"=<>~(),".utf8.contains(text[last.end - 1])
    {
      words.removeLast()
      (open.start, open.text) = (last.start, last.text)
    }
    expression = OpenExpression(words: words, names: tokenizer.names, isInParentheses: true)
    return .word(open)
  }

  private mutating func take(_ token: Token) throws(SyntaxError) {
    switch token {
    case .word(let word):
      note(word)
      try blocks.add(word)
    case .lineEnd, .joinedLineEnd: break
    default:
      do throws(SyntaxError) {
        try blocks.add(operator: token, at: tokenizer.operatorRange)
      } catch {
        // The next stage can be completed all the same.
        guard error.kind == .redirectionBeforePipe else { throw error }
      }
    }
    setMode()
  }

  private mutating func note(_ word: Word) {
    guard line != nil else { return }
    let (count, role, isInCondition) = (wordsSoFar.count, role, tokenizer.isInExpression)
    line?.add(word, behind: count, as: role, inCondition: isInCondition)
  }

  /// Notes a word that is not closed, in a quote or in parentheses.
  private mutating func noteOpenWord(in text: Line) {
    guard line != nil else { return }
    line?.openQuote = tokenizer.quote?.start
    guard
      let start = tokenizer.parenthesis?.wordStart ?? tokenizer.wordStart ?? tokenizer.quote?.start
    else { return }
    note(Word(content: .composed([]), start: start, end: text.count, isQuoted: true))
  }

  /// Notices that the cursor is in the condition of `if` or `expect`.
  private mutating func setCondition() {
    guard let compound = builder.compound, let words = compound.openCondition else { return }
    expression = OpenExpression(words: words, names: compound.names, isInParentheses: false)
  }

  private mutating func setMode() {
    tokenizer.isInExpression = builder.isInExpression
    tokenizer.names = builder.names
  }

  /// Whether a word is a comparison, parenthesis or comma, after which a new word begins.
  private func endsWithSymbol(_ word: Word, in text: Line) -> Bool {
    tokenizer.isInExpression && !word.isQuoted && "=<>~(),".utf8.contains(text[word.end - 1])
  }

  /// The variable whose name ends at the cursor.
  private func variable(in text: Line) -> CursorPlace.Subject? {
    guard let dollar = tokenizer.dollar else { return nil }
    let isBraced = dollar + 1 < text.count && text[dollar + 1] == UInt8(ascii: "{")
    let name = text[(dollar + (isBraced ? 2 : 1))...]
    guard name.first.map(ByteClass.beginsName) ?? true, name.allSatisfy(ByteClass.continuesName)
    else { return nil }
    return .variable(
      OpenVariable(
        start: dollar, name: String(decoding: name, as: UTF8.self), isBraced: isBraced,
        isQuoted: tokenizer.quote != nil))
  }

  /// The variable's field that ends at the cursor: letters, digits and `_` after a `.`.
  private func field(in text: Line) -> OpenField? {
    guard let dollar = tokenizer.dollar else { return nil }
    let isBraced = dollar + 1 < text.count && text[dollar + 1] == UInt8(ascii: "{")
    let whole = text[(dollar + (isBraced ? 2 : 1))...]
    let isWord = whole.allSatisfy { ByteClass.continuesName($0) || ".[]-".utf8.contains($0) }
    guard isWord, whole.first.map(ByteClass.beginsName) == true,
      let dot = whole.lastIndex(of: UInt8(ascii: ".")),
      let end = whole.firstIndex(where: { !ByteClass.continuesName($0) }),
      whole[(dot + 1)...].allSatisfy(ByteClass.continuesName)
    else { return nil }
    let path = String(decoding: whole[end..<dot], as: UTF8.self)
    guard FieldPath.steps(path[...]) != nil else { return nil }
    return OpenField(
      variable: String(decoding: whole[..<end], as: UTF8.self), path: path, start: dot + 1,
      name: String(decoding: whole[(dot + 1)...], as: UTF8.self), isBraced: isBraced,
      isQuoted: tokenizer.quote != nil)
  }

  /// The word at the cursor, if the tokenizer has read it as a whole.
  private func open(_ word: Word, in text: Line) -> OpenWord {
    switch word.content {
    case .literal(let literal):
      return OpenWord(
        start: word.start, text: literal, quotation: quotation(from: word.start, in: text))
    case .composed(var parts):
      var literal = ""
      if case .literal(let last) = parts.last {
        literal = last
        parts.removeLast()
      }
      return wordAfterVariable(parts, literal, in: text)
    }
  }

  /// The word at the cursor, if it ends inside a quote or after a `\`.
  private func openWord(in text: Line) -> OpenWord {
    var bytes = tokenizer.text
    // The tokenizer adds the line's end to the quoted text.
    if tokenizer.quote != nil, tokenizer.join == nil { bytes.removeLast() }
    let literal = String(decoding: bytes, as: UTF8.self)
    guard tokenizer.parts.isEmpty else {
      return wordAfterVariable(tokenizer.parts, literal, in: text)
    }
    let start = tokenizer.wordStart ?? tokenizer.join ?? text.count
    return OpenWord(start: start, text: literal, quotation: quotation(from: start, in: text))
  }

  private func wordAfterVariable(
    _ head: [Word.Part], _ literal: String, in text: Line
  ) -> OpenWord {
    var (start, isQuoted) = tokenizer.variableEnd
    var followsName = text[start - 1] != UInt8(ascii: "}")
    if isQuoted, start < text.count, text[start] == UInt8(ascii: "\"") {
      start += 1
      (isQuoted, followsName) = (false, false)
    }
    var quotation =
      isQuoted
      ? Quotation(mark: .double, isOpened: true) : quotation(from: start, in: text)
    quotation.followsName = followsName
    return OpenWord(start: start, head: head, text: literal, quotation: quotation)
  }

  /// The user's quotation: the open quote, or the one at the beginning of the part.
  private func quotation(from start: Int, in text: Line) -> Quotation {
    switch tokenizer.quote?.mark ?? (start < text.count ? text[start] : nil) {
    case UInt8(ascii: "'"): Quotation(mark: .single)
    case UInt8(ascii: "\""): Quotation(mark: .double)
    default: Quotation(isInExpression: tokenizer.isInExpression)
    }
  }
}

extension Word {
  fileprivate var endsWithExpression: Bool {
    guard case .composed(let parts) = content, case .expression = parts.last else { return false }
    return true
  }
}
