/// Parses a script that comes in physical lines, each looked at once.
///
/// A statement may span lines: inside quotes, after a `\`, and after `&&`, `||` or `|`. The parser
/// keeps where it stands, so that a script of any length takes linear time and the memory of its
/// longest statement.
package struct ScriptParser {
  /// The longest statement, in bytes, all its lines together.
  package static let longestStatement = 1 << 20

  /// What a line leads to.
  package enum Result: Equatable {
    /// The line ends a statement.
    case complete(CommandList)
    /// Nothing but blanks and a comment.
    case blank
    /// The statement goes on in the next line.
    case incomplete
  }

  /// Whether the last line left a statement open.
  package private(set) var isIncomplete = false

  /// The quote in which the last line ended; nil where it ended in none.
  package var openQuote: String? { tokenizer.openQuote }

  /// The lines of a statement that spans several.
  private var lines: [UInt8] = []
  private var tokenizer = Tokenizer()
  private var builder = StatementBuilder()

  /// Makes a parser that stands at the start of a script.
  package init() {}

  /// The text that the last result's or error's places count in, its lines joined by newlines; nil
  /// where it is no more than the line last fed, which the caller has.
  package var source: [UInt8]? { lines.isEmpty ? nil : lines }

  /// Parses the next line.
  ///
  /// After a complete statement, and after an error, the parser stands before a new statement.
  ///
  /// - Parameter line: the line without its newline. It is not kept.
  /// - Complexity: O(*n*) in the line's length.
  package mutating func feed(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(SyntaxError) -> Result {
    if isIncomplete { return try goOn(with: line) }
    if !lines.isEmpty { lines.removeAll(keepingCapacity: true) }
    if line.count <= Self.longestStatement, let words = PlainLine.words(of: line) {
      if words.isEmpty { return .blank }
      return .complete(CommandList(first: Pipeline(command: words)))
    }
    return try parse(line, at: 0)
  }

  /// Ends the script: what is still open is an error.
  package mutating func finish() throws(SyntaxError) {
    guard isIncomplete else { return }
    let openEnd = tokenizer.openEnd ?? builder.openEnd
    startAnew()
    if let openEnd { throw openEnd }
  }

  /// Drops the statement that is open.
  package mutating func reset() {
    startAnew()
    lines.removeAll(keepingCapacity: true)
  }

  private mutating func goOn(with line: UnsafeBufferPointer<UInt8>) throws(SyntaxError) -> Result {
    let base = lines.count + 1
    guard base + line.count <= Self.longestStatement else {
      startAnew()
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
      startAnew()
      throw error
    }
  }

  private mutating func tokens(
    of line: UnsafeBufferPointer<UInt8>, at base: Int
  ) throws(SyntaxError) -> Result {
    guard line.count <= Self.longestStatement else { throw SyntaxError(.tooLong, 0..<0) }
    if let fault = TextCheck.firstFault(in: line, at: base) { throw fault }
    tokenizer.begin(lineAt: base)
    while true {
      let token = try tokenizer.next(in: line)
      switch token {
      case .word(let word): builder.add(word)
      case .joinedLineEnd: return .incomplete
      case .lineEnd:
        if builder.awaitsCommand { return .incomplete }
        return try builder.finish().map(Result.complete) ?? .blank
      default: try builder.add(operator: token, at: tokenizer.operatorRange)
      }
    }
  }

  private mutating func startAnew() {
    isIncomplete = false
    tokenizer.reset()
    builder = StatementBuilder()
  }
}
