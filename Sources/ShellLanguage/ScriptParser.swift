/// Parses a script line by line.
///
/// A statement can span lines: inside quotes, parentheses and blocks, after a `\`, and after `&&`, `||`, `|`, and `and`,
/// `or` and `not` in a condition. The parser keeps its state between lines, so a script of any length takes
/// linear time and the memory of its longest statement.
package struct ScriptParser {
  /// The size limit of a statement with all its lines, in bytes.
  static let longestStatement = 1 << 20

  /// The result of parsing a line.
  package enum Result: Equatable {
    /// The line ends a statement.
    case complete(CommandList)
    /// The line has only blanks and a comment.
    case blank
    /// The statement continues on the next line.
    case incomplete
  }

  /// Whether the statement continues on the next line.
  package private(set) var isIncomplete = false

  /// The quote, `'` or `"`, that is open at the end of the last line.
  package var openQuote: String? { tokenizer.openQuote }

  /// Whether a parenthesis is open at the end of the last line.
  package var isInParentheses: Bool {
    tokenizer.parenthesis != nil || blocks.builder.isInParentheses
  }

  /// Whether a block is open at the end of the last line.
  package var isInBlock: Bool { blocks.isInBlock }

  /// Whether the next lines are skipped, since they are the rest of a statement with an error in a block.
  package var isSkipping: Bool { skipped != nil }

  /// The source so far of a statement that spans lines.
  private var lines: [UInt8] = []
  private var tokenizer = Tokenizer()
  private var blocks = OpenBlocks()
  private var skipped: BraceCount?

  /// Creates a parser for a new script.
  package init() {}

  /// The source of the last statement or error, to which positions refer; nil if it is just the last line.
  package var source: [UInt8]? { lines.isEmpty ? nil : lines }

  /// Parses the next line.
  ///
  /// After a complete statement or an error, the next line begins a new statement.
  ///
  /// - Parameter line: the line without its newline; used only during the call.
  /// - Complexity: O(*n*) in the line's length.
  package mutating func feed(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(SyntaxError) -> Result {
    if isIncomplete { return try continueStatement(with: line) }
    if skipped != nil, skips(line) { return .blank }
    if !lines.isEmpty { lines.removeAll(keepingCapacity: true) }
    if line.count <= Self.longestStatement, let words = PlainLine.words(of: line) {
      if words.isEmpty { return .blank }
      if !PlainLine.mayBeStatement(words, in: line) {
        return .complete(CommandList(first: Pipeline(command: words)))
      }
    }
    return try parse(line, at: 0)
  }

  /// Skips a line of a block with an error; returns false after its end.
  private mutating func skips(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard var count = skipped else { return false }
    count.add(line)
    // A `{` on the line after its condition is an error, but the statements behind it are those of a block.
    let isAtEnd = count.depth == 0
    defer { skipped = isAtEnd ? nil : count }
    return !isAtEnd || skipped?.depth != 0
  }

  /// Ends the script.
  ///
  /// - Throws: an error if a statement is incomplete.
  package mutating func finish() throws(SyntaxError) {
    guard isIncomplete else { return }
    let openEnd = tokenizer.openEnd ?? blocks.openEnd
    beginStatement()
    if let openEnd { throw openEnd }
  }

  /// Parses a text that is a single plain command.
  ///
  /// - Returns: its words, or nil for any other text.
  /// - Throws: ``SyntaxError``.
  package static func command(in text: String) throws -> [Word]? {
    var parser = ScriptParser()
    var text = text
    let result = try text.withUTF8 { try parser.feed($0) }
    try parser.finish()
    guard case .complete(let list) = result, list.isOneCommand else { return nil }
    return list.first.command
  }

  /// Discards an incomplete statement.
  package mutating func reset() {
    beginStatement()
    skipped = nil
    lines.removeAll(keepingCapacity: true)
  }

  private mutating func continueStatement(with line: UnsafeBufferPointer<UInt8>) throws(SyntaxError)
    -> Result
  {
    let base = lines.count + 1
    guard base + line.count <= Self.longestStatement else {
      if blocks.isInBlock { countBraces(with: line) }
      beginStatement()
      throw SyntaxError(.tooLong, lines.count..<lines.count)
    }
    lines.append(UInt8(ascii: "\n"))
    lines.append(contentsOf: line)
    return try parse(line, at: base)
  }

  private mutating func parse(
    _ line: UnsafeBufferPointer<UInt8>, at base: Int
  ) throws(SyntaxError) -> Result {
    do throws(SyntaxError) {
      let result = try tokens(of: line, at: base)
      isIncomplete = result == .incomplete
      if isIncomplete, base == 0 { lines.append(contentsOf: line) }
      return result
    } catch {
      let isOfBlock =
        blocks.isInBlock || error.kind.isOfBlock || blocks.builder.mayHaveBlock
      if isOfBlock { countBraces(with: base == 0 ? line : nil) }
      if case .missingBlock = error.kind, skipped == nil { skipped = BraceCount() }
      beginStatement()
      throw error
    }
  }

  /// Discards an incomplete statement, and skips the rest of its blocks.
  package mutating func skipBlock() {
    if blocks.isInBlock { countBraces() }
    beginStatement()
    lines.removeAll(keepingCapacity: true)
  }

  /// Skips the rest of the statement's blocks; `line` is its last line, if that is not in the source yet.
  private mutating func countBraces(with line: UnsafeBufferPointer<UInt8>? = nil) {
    var count = BraceCount()
    count.add(lines)
    if let line { count.add(line) }
    skipped = count.depth > 0 ? count : nil
  }

  private mutating func tokens(
    of line: UnsafeBufferPointer<UInt8>, at base: Int
  ) throws(SyntaxError) -> Result {
    guard line.count <= Self.longestStatement else { throw SyntaxError(.tooLong, 0..<0) }
    if let error = TextCheck.firstError(in: line, at: base) { throw error }
    tokenizer.begin(lineAt: base)
    while true {
      let token = try tokenizer.next(in: line)
      switch token {
      case .word(let word): try blocks.add(word)
      case .joinedLineEnd: return .incomplete
      case .lineEnd:
        let end = try blocks.endLine()
        setMode()
        guard case .statement(let list) = end else { return .incomplete }
        return list.map(Result.complete) ?? .blank
      default: try blocks.add(operator: token, at: tokenizer.operatorRange)
      }
      setMode()
    }
  }

  private mutating func setMode() {
    tokenizer.isInExpression = blocks.builder.isInExpression
    tokenizer.names = blocks.builder.names
  }

  private mutating func beginStatement() {
    isIncomplete = false
    tokenizer.reset()
    blocks = OpenBlocks()
    setMode()
  }
}

/// Parses a setting that names a program and its arguments, such as a pager.
package enum ProgramWords {
  /// The words of a single command.
  ///
  /// - Returns: the words; nil if the text is empty or incomplete, or has variables, operators or an error.
  package static func words(of text: String) -> [String]? {
    var parser = ScriptParser()
    guard !text.utf8.contains(UInt8(ascii: "\n")),
      case .complete(let list)? = try? Array(text.utf8).withUnsafeBufferPointer({
        try parser.feed($0)
      }),
      list == CommandList(first: Pipeline(command: list.first.command))
    else { return nil }
    var words: [String] = []
    for word in list.first.command {
      guard case .literal(let text) = word.content else { return nil }
      words.append(text)
    }
    return words
  }
}
