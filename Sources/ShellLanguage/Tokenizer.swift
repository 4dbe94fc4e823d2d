/// Splits lines into tokens.
///
/// If a line ends inside a word, the tokenizer keeps the part that it has read and continues with the
/// next line. So it reads no byte twice, even if a quote spans many lines.
struct Tokenizer {
  typealias Line = UnsafeBufferPointer<UInt8>

  /// The line's offset in the source.
  private var base = 0
  /// The index of the next byte in the line.
  var position = 0
  /// The offset in the source of the last operator.
  var operatorStart = 0
  /// The open quote, with its offset in the source.
  private(set) var quote: (mark: UInt8, start: Int)?
  /// The offset of the `\` that joins the line with the next one.
  private(set) var join: Int?

  /// Whether comparisons and parentheses are separate words, as in a `where` stage.
  var isInExpression = false

  /// The meaning of names in a word in parentheses.
  var names = Expression.Names.none

  /// The parentheses that are open outside a `where` stage.
  private(set) var parenthesis: OpenParenthesis?

  /// Whether comparisons and parentheses are separate words at the position.
  var readsExpression: Bool { isInExpression || parenthesis != nil }

  /// The offset of the current word; nil between words.
  var wordStart: Int?
  /// The current word's text after its last variable.
  var text: [UInt8] = []
  /// The current word's parts before ``text``.
  private(set) var parts: [Word.Part] = []
  private(set) var isQuoted = false

  /// How many bytes of the word precede its first quote or escape, unless a variable precedes that.
  private var plainCount = Int32.max
  /// The offset of the last `$` outside `'…'`.
  private(set) var dollar: Int?
  /// The offset after the last variable, and whether a `"` is open there.
  private(set) var variableEnd = (place: 0, isQuoted: false)

  var operatorRange: Range<Int> { operatorStart..<place }

  var place: Int { base + position }

  mutating func begin(lineAt base: Int) {
    self.base = base
    position = 0
    join = nil
  }

  mutating func reset() {
    quote = nil
    join = nil
    wordStart = nil
    text.removeAll(keepingCapacity: true)
    parts.removeAll()
    isQuoted = false
    plainCount = .max
    isInExpression = false
    parenthesis = nil
  }

  var openQuote: String? {
    quote.map { $0.mark == UInt8(ascii: "'") ? "'" : "\"" }
  }

  /// The error if the input ends here: an open quote, or a `\` with no next line.
  var openEnd: SyntaxError? {
    if let quote, let mark = openQuote {
      return SyntaxError(.unclosedQuote(mark), quote.start..<quote.start + 1)
    }
    if let join { return SyntaxError(.nothingJoined, join..<join + 1) }
    return parenthesis.map { SyntaxError(.unclosedParenthesis, $0.opener..<$0.opener + 1) }
  }

  mutating func next(in line: Line) throws(SyntaxError) -> Token {
    while true {
      let token = try read(line)
      guard let start = parenthesis?.opener else { return token }
      switch token {
      case .word(let word):
        guard let whole = try addToParenthesis(word, in: line) else { continue }
        return .word(whole)
      case .lineEnd, .joinedLineEnd: return .joinedLineEnd
      case .pipe: throw SyntaxError(.commandInParentheses, start..<start + 1)
      default: throw SyntaxError(.unclosedParenthesis, start..<start + 1)
      }
    }
  }

  private mutating func read(_ line: Line) throws(SyntaxError) -> Token {
    while true {
      if let quote {
        let isClosed =
          quote.mark == UInt8(ascii: "'")
          ? readLiteralQuote(line) : try readExpandingQuote(line)
        guard isClosed else { return .joinedLineEnd }
        self.quote = nil
      }
      guard position < line.count else { return takeWord() ?? .lineEnd }
      let byte = line[position]
      if readsExpression, let length = lengthOfSymbol(in: line) {
        return takeWord() ?? readSymbol(length, in: line)
      }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if let word = takeWord() { return word }
        position += 1
      case UInt8(ascii: "'") where readsExpression && readQuotedStep(line): break
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        beginWord()
        markQuoted()
        quote = (byte, place)
        position += 1
      case UInt8(ascii: "\\"):
        if position + 1 == line.count {
          join = place
          return .joinedLineEnd
        }
        beginWord()
        markQuoted()
        text.append(line[position + 1])
        position += 2
      case UInt8(ascii: "$"):
        beginWord()
        try readDollar(line)
      case UInt8(ascii: "`"):
        throw SyntaxError(.backquote, place..<place + 1)
      case UInt8(ascii: "#") where wordStart == nil:
        position = line.count
      case UInt8(ascii: "(") where mayBeginParenthesis: beginParenthesis()
      case _ where ByteClass.continuesWord(byte):
        beginWord()
        text.append(byte)
        position += 1
        if !readsExpression {
          readRun(line) { $0 != UInt8(ascii: "(") && ByteClass.continuesWord($0) }
        }
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        if let number = streamNumber { return try readRedirection(line, of: number) }
        if let word = takeWord() { return word }
        return try readRedirection(line)
      default:
        if let word = takeWord() { return word }
        return try readOperator(line)
      }
    }
  }

  /// Reads up to a `'`; returns false if the line ends first.
  private mutating func readLiteralQuote(_ line: Line) -> Bool {
    readRun(line) { $0 != UInt8(ascii: "'") }
    guard position < line.count else {
      text.append(UInt8(ascii: "\n"))
      return false
    }
    position += 1
    return true
  }

  /// Reads up to a `"`; returns false if the line ends first.
  private mutating func readExpandingQuote(_ line: Line) throws(SyntaxError) -> Bool {
    while true {
      readRun(line) {
        $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "$")
      }
      guard position < line.count else {
        text.append(UInt8(ascii: "\n"))
        return false
      }
      switch line[position] {
      case UInt8(ascii: "\""):
        position += 1
        return true
      case UInt8(ascii: "$"):
        try readDollar(line)
      default:
        guard position + 1 < line.count else {
          join = place
          return false
        }
        let escaped = line[position + 1]
        if escaped != UInt8(ascii: "$"), escaped != UInt8(ascii: "\""),
          escaped != UInt8(ascii: "\\")
        {
          text.append(UInt8(ascii: "\\"))
        }
        text.append(escaped)
        position += 2
      }
    }
  }

  private mutating func beginWord() {
    if wordStart == nil { wordStart = place }
  }

  private mutating func markQuoted() {
    if !isQuoted, parts.isEmpty { plainCount = Int32(clamping: text.count) }
    isQuoted = true
  }

  /// Adds bytes to the word while a condition holds.
  @inline(__always)
  private mutating func readRun(_ line: Line, while belongs: (UInt8) -> Bool) {
    let start = position
    while position < line.count, belongs(line[position]) { position += 1 }
    text.append(contentsOf: Line(rebasing: line[start..<position]))
  }

  private mutating func takeWord() -> Token? {
    guard let start = wordStart else { return nil }
    let content: Word.Content
    if parts.isEmpty {
      content = .literal(String(decoding: text, as: UTF8.self))
    } else {
      takeText()
      content = .composed(parts)
      parts.removeAll()
    }
    var word = Word(content: content, start: start, end: place, isQuoted: isQuoted)
    if isQuoted { word.plainCount = plainCount }
    text.removeAll(keepingCapacity: true)
    wordStart = nil
    isQuoted = false
    plainCount = .max
    return .word(word)
  }

  private mutating func takeText() {
    guard !text.isEmpty else { return }
    parts.append(.literal(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }

  /// Whether a `(` at the position begins an expression: at a word's start, or directly after `NAME=`.
  private var mayBeginParenthesis: Bool {
    wordStart == nil || !isQuoted && parts.isEmpty && OpenParenthesis.isPrefix(text)
  }

  private mutating func beginParenthesis() {
    beginWord()
    parenthesis = OpenParenthesis(
      wordStart: wordStart ?? place, opener: place,
      prefix: String(decoding: text, as: UTF8.self))
    text.removeAll(keepingCapacity: true)
    wordStart = nil
    position += 1
  }

  /// Adds a word to the open parentheses, and returns the whole word if it closes them.
  private mutating func addToParenthesis(
    _ word: Word, in line: Line
  ) throws(SyntaxError) -> Word? {
    guard parenthesis?.add(word) == true, let closed = parenthesis else { return nil }
    parenthesis = nil
    let isAttached =
      position < line.count
      && (ByteClass.continuesWord(line[position]) || "'\"$\\`".utf8.contains(line[position]))
    if isAttached {
      throw SyntaxError(.textAfterParenthesis, place..<place + 1)
    }
    return try closed.word(to: place, names)
  }

  /// Reads a step such as `'odd name']` after a `[`, as part of a field's path.
  private mutating func readQuotedStep(_ line: Line) -> Bool {
    guard !isQuoted, text.count > 1, text.last == UInt8(ascii: "["),
      let end = line[(position + 1)...].firstIndex(of: UInt8(ascii: "'")), end + 1 < line.count,
      line[end + 1] == UInt8(ascii: "]")
    else { return false }
    text.append(contentsOf: Line(rebasing: line[position...end]))
    position = end + 1
    return true
  }

  private mutating func readDollar(_ line: Line) throws(SyntaxError) {
    let start = position
    dollar = place
    guard let variable = try readVariable(line) else {
      position = start + 1
      text.append(UInt8(ascii: "$"))
      return
    }
    takeText()
    parts.append(.variable(variable))
    variableEnd = (place, quote != nil)
  }
}

enum Token {
  case word(Word)
  case semicolon
  case and
  case or
  case pipe
  case background
  /// `<`, `>` or `2>`; `>>` or `2>>` if it appends.
  case redirection(Redirection.Kind, appends: Bool)
  case lineEnd
  /// The end of the line inside a quote or after a `\`, so that the next line continues it.
  case joinedLineEnd
}
