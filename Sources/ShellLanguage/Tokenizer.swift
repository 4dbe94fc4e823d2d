/// Cuts physical lines into tokens.
///
/// Where a line ends inside a word, the tokenizer keeps what it has of the word and goes on with
/// the next line: no byte is looked at twice, however many lines a quote spans.
struct Tokenizer {
  typealias Line = UnsafeBufferPointer<UInt8>

  /// Where the line begins in the statement's source.
  private var base = 0
  /// The next byte of the line.
  var position = 0
  /// Where the last operator began, in bytes of the source.
  private var operatorStart = 0
  /// The quote that is open, and where it began in the source.
  private(set) var quote: (mark: UInt8, start: Int)?
  /// Where the `\` stands that joined the last line to the next.
  private(set) var join: Int?

  /// Where the word at hand began in the source; nil between words.
  private(set) var wordStart: Int?
  /// The word's text since its start or its last variable.
  private(set) var text: [UInt8] = []
  /// What comes before that.
  private(set) var parts: [Word.Part] = []
  private var isQuoted = false
  /// The last `$` that may begin a variable.
  private(set) var dollar: Int?
  /// The place behind the last variable, and whether a `"` is open there.
  private(set) var variableEnd = (place: 0, isQuoted: false)

  /// The last operator's place in the source.
  var operatorRange: Range<Int> { operatorStart..<place }

  /// The next byte's place in the source.
  var place: Int { base + position }

  /// Starts on a line that begins at a place in the source.
  mutating func begin(lineAt base: Int) {
    self.base = base
    position = 0
    join = nil
  }

  /// Forgets the word at hand.
  mutating func reset() {
    quote = nil
    join = nil
    wordStart = nil
    text.removeAll(keepingCapacity: true)
    parts.removeAll()
    isQuoted = false
  }

  /// The quote that is open.
  var openQuote: String? {
    quote.map { $0.mark == UInt8(ascii: "'") ? "'" : "\"" }
  }

  /// What the end of input leaves open: a quote, or a `\` that joins no line.
  var openEnd: SyntaxError? {
    if let quote, let mark = openQuote {
      return SyntaxError(.unclosedQuote(mark), quote.start..<quote.start + 1)
    }
    return join.map { SyntaxError(.nothingJoined, $0..<$0 + 1) }
  }

  /// The line's next token.
  mutating func next(in line: Line) throws(SyntaxError) -> Token {
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
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if let word = takeWord() { return word }
        position += 1
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        beginWord()
        isQuoted = true
        quote = (byte, place)
        position += 1
      case UInt8(ascii: "\\"):
        if position + 1 == line.count {
          join = place
          return .joinedLineEnd
        }
        beginWord()
        isQuoted = true
        text.append(line[position + 1])
        position += 2
      case UInt8(ascii: "$"):
        beginWord()
        try readDollar(line)
      case UInt8(ascii: "`"):
        throw SyntaxError(.backquote, place..<place + 1)
      case UInt8(ascii: "#") where wordStart == nil:
        position = line.count
      case _ where ByteClass.continuesWord(byte):
        beginWord()
        readRun(line) { ByteClass.continuesWord($0) }
      default:
        if byte == UInt8(ascii: ">") { try refuseNumberedRedirection() }
        if let word = takeWord() { return word }
        return try readOperator(line)
      }
    }
  }

  /// Reads up to a `'`; false where the line ends first.
  private mutating func readLiteralQuote(_ line: Line) -> Bool {
    readRun(line) { $0 != UInt8(ascii: "'") }
    guard position < line.count else {
      text.append(UInt8(ascii: "\n"))
      return false
    }
    position += 1
    return true
  }

  /// Reads up to a `"`; false where the line ends first.
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

  private mutating func readOperator(_ line: Line) throws(SyntaxError) -> Token {
    operatorStart = place
    let byte = line[position]
    position += 1
    if byte == UInt8(ascii: ";") { return .semicolon }
    if byte == UInt8(ascii: "<") { throw SyntaxError(.inputRedirection, operatorRange) }
    let isDoubled = position < line.count && line[position] == byte
    if isDoubled { position += 1 }
    switch byte {
    case UInt8(ascii: "|"): return isDoubled ? .or : .pipe
    case UInt8(ascii: "&"): return isDoubled ? .and : .background
    default: return .redirection(appends: isDoubled)
    }
  }

  /// Refuses the `2` of `2>`.
  private func refuseNumberedRedirection() throws(SyntaxError) {
    guard let wordStart, !isQuoted, parts.isEmpty, text.allSatisfy(ByteClass.isDigit) else {
      return
    }
    throw SyntaxError(
      .numberedRedirection(String(decoding: text.prefix(20), as: UTF8.self)),
      wordStart..<place + 1)
  }

  private mutating func beginWord() {
    if wordStart == nil { wordStart = place }
  }

  /// Adds the bytes from here on that satisfy a condition to the word.
  @inline(__always)
  private mutating func readRun(_ line: Line, while belongs: (UInt8) -> Bool) {
    let start = position
    while position < line.count, belongs(line[position]) { position += 1 }
    text.append(contentsOf: Line(rebasing: line[start..<position]))
  }

  /// Ends the word at hand, if there is one, before the next byte.
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
    let word = Word(content: content, start: start, end: place, isQuoted: isQuoted)
    text.removeAll(keepingCapacity: true)
    wordStart = nil
    isQuoted = false
    return .word(word)
  }

  private mutating func takeText() {
    guard !text.isEmpty else { return }
    parts.append(.literal(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }

  /// Reads a `$` and the variable after it, or the `$` alone as text.
  private mutating func readDollar(_ line: Line) throws(SyntaxError) {
    let start = position
    dollar = place
    guard let name = try readVariable(line) else {
      position = start + 1
      text.append(UInt8(ascii: "$"))
      return
    }
    takeText()
    parts.append(.variable(name))
    variableEnd = (place, quote != nil)
  }
}
