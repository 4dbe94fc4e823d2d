/// Reads what stands before a cursor, as a ``CursorPlace`` needs it.
struct CursorReader {
  typealias Line = UnsafeBufferPointer<UInt8>

  private(set) var words: [Word] = []
  private var stage = CursorPlace.Role.command
  /// Whether `>` or `>>` waits for its file.
  private var awaitsFile = false
  /// Whether `|`, `&&` or `||` waits for what comes after it.
  private var awaitsCommand = false
  private var tokenizer = Tokenizer()

  var role: CursorPlace.Role { awaitsFile ? .file : stage }

  /// Reads a text up to its end, which is the cursor's place.
  mutating func subject(atEndOf text: Line) -> CursorPlace.Subject? {
    guard TextCheck.firstFault(in: text, at: 0) == nil else { return nil }
    var start = 0
    while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
      do {
        try readWhole(Line(rebasing: text[start..<end]), at: start)
      } catch {
        return nil
      }
      start = end + 1
    }
    tokenizer.begin(lineAt: start)
    return last(Line(rebasing: text[start...]), of: text)
  }

  /// Reads a line that ends before the cursor's.
  private mutating func readWhole(_ line: Line, at start: Int) throws(SyntaxError) {
    tokenizer.begin(lineAt: start)
    while true {
      let token = try tokenizer.next(in: line)
      if case .joinedLineEnd = token { return }
      if case .lineEnd = token {
        if !awaitsCommand || !words.isEmpty { begin(.command) }
        return
      }
      take(token)
    }
  }

  /// Reads the cursor's line.
  private mutating func last(_ line: Line, of text: Line) -> CursorPlace.Subject? {
    while true {
      let before = tokenizer.position
      do throws(SyntaxError) {
        let token = try tokenizer.next(in: line)
        switch token {
        case .word(let word) where word.end == text.count:
          return variable(in: text) ?? reachable(open(word, in: text), from: line, of: text)
        case .joinedLineEnd:
          return variable(in: text) ?? reachable(openWord(in: text), from: line, of: text)
        case .lineEnd:
          let isComment = !line[before...].allSatisfy(ByteClass.isBlank)
          return isComment ? nil : .word(OpenWord(start: text.count))
        default:
          take(token)
        }
      } catch {
        // `${na`, whose end has not been typed yet.
        guard error.kind == .variableName, error.range.upperBound == text.count else { return nil }
        return variable(in: text)
      }
    }
  }

  /// A word, unless it began on a line before the cursor's.
  private func reachable(
    _ word: OpenWord, from line: Line, of text: Line
  ) -> CursorPlace.Subject? {
    word.start < text.count - line.count ? nil : .word(word)
  }

  private mutating func take(_ token: Token) {
    switch token {
    case .word(let word):
      if awaitsFile { awaitsFile = false } else { words.append(word) }
    case .redirection: awaitsFile = true
    case .pipe: begin(.program, isAwaited: true)
    case .and, .or: begin(.command, isAwaited: true)
    case .semicolon, .background: begin(.command)
    case .lineEnd, .joinedLineEnd: break
    }
  }

  private mutating func begin(_ stage: CursorPlace.Role, isAwaited: Bool = false) {
    self.stage = stage
    words = []
    awaitsFile = false
    awaitsCommand = isAwaited
  }

  /// The variable whose name reaches to the text's end.
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

  /// The word that the text's end found whole.
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
      return behindVariable(parts, literal, in: text)
    }
  }

  /// The word that the text's end found inside a quote or behind a `\`.
  private func openWord(in text: Line) -> OpenWord {
    var bytes = tokenizer.text
    // The line's end counts as a newline of the quote's.
    if tokenizer.quote != nil, tokenizer.join == nil { bytes.removeLast() }
    let literal = String(decoding: bytes, as: UTF8.self)
    guard tokenizer.parts.isEmpty else {
      return behindVariable(tokenizer.parts, literal, in: text)
    }
    let start = tokenizer.wordStart ?? tokenizer.join ?? text.count
    return OpenWord(start: start, text: literal, quotation: quotation(from: start, in: text))
  }

  private func behindVariable(
    _ head: [Word.Part], _ literal: String, in text: Line
  ) -> OpenWord {
    var (start, isQuoted) = tokenizer.variableEnd
    var isBehindName = text[start - 1] != UInt8(ascii: "}")
    if isQuoted, start < text.count, text[start] == UInt8(ascii: "\"") {
      start += 1
      (isQuoted, isBehindName) = (false, false)
    }
    var quotation =
      isQuoted
      ? Quotation(mark: .double, isOpened: true) : quotation(from: start, in: text)
    quotation.isBehindName = isBehindName
    return OpenWord(start: start, head: head, text: literal, quotation: quotation)
  }

  /// The quotation that the user chose: of the quote that is open, or that the part began with.
  private func quotation(from start: Int, in text: Line) -> Quotation {
    switch tokenizer.quote?.mark ?? (start < text.count ? text[start] : nil) {
    case UInt8(ascii: "'"): Quotation(mark: .single)
    case UInt8(ascii: "\""): Quotation(mark: .double)
    default: Quotation()
    }
  }
}
