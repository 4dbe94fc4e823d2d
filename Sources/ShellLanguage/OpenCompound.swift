/// The statements around a statement.
struct BlockContext {
  /// Whether `break` and `continue` have a loop.
  var isInLoop = false
  /// Whether `return` has a definition.
  var isInDefinition = false
  var depth = 0

  /// How deeply blocks can be nested.
  static let greatestDepth = 100

  func inside(_ kind: BlockKind) -> BlockContext {
    switch kind {
    case .branch, .attempt:
      BlockContext(isInLoop: isInLoop, isInDefinition: isInDefinition, depth: depth + 1)
    case .loop: BlockContext(isInLoop: true, isInDefinition: isInDefinition, depth: depth + 1)
    case .definition: BlockContext(isInLoop: false, isInDefinition: true, depth: depth + 1)
    case .body: BlockContext(depth: depth + 1)
    }
  }
}

/// The part of a statement that a block is.
enum BlockKind {
  /// A block of `if` and `else`.
  case branch
  /// A block of `try` and its `else`.
  case attempt
  case loop
  case definition
  /// The block of an `each` stage, `time`, `watch` or a rule.
  case body
}

/// A statement with blocks, some of which have been read.
struct OpenCompound {
  enum Header {
    case conditional([Compound.Branch], otherwise: Block?)
    case attempt(Block?, otherwise: Block?)
    case loop([String], Compound.Items)
    case definition([Word])
    case body
  }

  enum State: Equatable {
    /// Between `if` and the `{`.
    case condition
    /// After `else`.
    case otherwise
    /// After a `{`, or before the first one of a statement other than `if`.
    case open
    /// After a `}`.
    case closed
  }

  var header: Header
  /// The offset of the statement.
  var start: Int
  private(set) var state: State
  /// The words since `if`.
  private(set) var words: [Word] = []
  /// The condition of the block that is open.
  private var condition: Parenthesis?
  /// The last keyword, for errors.
  private var keyword: Range<Int>

  init(conditionalAt word: Word) {
    header = .conditional([], otherwise: nil)
    (start, state, keyword) = (word.start, .condition, word.start..<word.end)
  }

  init(_ kind: BlockKind, start: Int) {
    header = kind == .attempt ? .attempt(nil, otherwise: nil) : .body
    (self.start, state, keyword) = (start, .open, start..<start)
  }

  var readsCondition: Bool { state == .condition }

  /// The words of the condition that is being read, if one is.
  var openCondition: [Word]? { state == .condition ? words : nil }

  /// The kind of the block that a `{` opens; nil if it opens none.
  var nextBlock: BlockKind? {
    switch state {
    case .condition: .branch
    case .otherwise: if case .attempt = header { .attempt } else { .branch }
    case .open, .closed: nil
    }
  }

  /// Adds a word of the statement: of a condition, or `else`.
  mutating func add(_ word: Word) throws(SyntaxError) {
    switch state {
    case .condition: return words.append(word)
    case .otherwise:
      guard case .conditional = header, word.isBare("if") else {
        throw SyntaxError(.missingBlock("else"), word.start..<word.end)
      }
      state = .condition
      words = []
    case .open, .closed:
      guard word.isBare("else"), takesElse else {
        throw SyntaxError(
          word.isBare("else") ? .lostElse : .wordAfterBlock, word.start..<word.end)
      }
      state = .otherwise
    }
    keyword = word.start..<word.end
  }

  private var takesElse: Bool {
    switch header {
    case .conditional(_, let otherwise), .attempt(_, let otherwise): otherwise == nil
    case .loop, .definition, .body: false
    }
  }

  /// Adds a block, and returns the statement so far.
  mutating func end(_ block: Block) -> Compound {
    state = .closed
    switch header {
    case .conditional(let branches, _):
      if let condition {
        self.condition = nil
        let all = branches + [Compound.Branch(condition: condition, body: block)]
        header = .conditional(all, otherwise: nil)
        return .conditional(all, otherwise: nil)
      }
      header = .conditional(branches, otherwise: block)
      return .conditional(branches, otherwise: block)
    case .attempt(nil, _):
      header = .attempt(block, otherwise: nil)
      return .block(block)
    case .attempt(let first?, _):
      header = .attempt(first, otherwise: block)
      return .attempt(first, otherwise: block)
    case .loop(let names, let items):
      return .loop(.init(names: names, items: items, body: block))
    case .definition(let words):
      return .definition(
        .init(
          name: words[1].text, parameters: words.dropFirst(2).map(Compound.Parameter.init),
          body: block))
    case .body: return .block(block)
    }
  }

  /// Begins a block, whose condition is complete.
  mutating func begin() throws(SyntaxError) {
    guard state == .condition else { return }
    do throws(ExpressionError) {
      let expression = try Expression(words, names: .none)
      condition = Parenthesis(expression, places: words.map { $0.start..<$0.end })
    } catch {
      throw SyntaxError(
        .expression(error), error.word.map { words[$0].start..<words[$0].end } ?? keyword)
    }
  }

  /// Throws if the statement cannot end here.
  func checkEnd() throws(SyntaxError) {
    switch state {
    case .condition:
      let attached = words.first { $0.hasStrayBrace || $0.text.utf8.first == UInt8(ascii: "{") }
      throw SyntaxError(
        attached == nil ? .missingBlock("if") : .attachedBrace,
        attached.map { $0.start..<$0.end } ?? keyword)
    case .otherwise: throw SyntaxError(.missingBlock("else"), keyword)
    case .open, .closed:
      if case .attempt(_, nil) = header {
        throw SyntaxError(.missingElse, start..<start + "try".utf8.count)
      }
    }
  }
}

extension Compound.Parameter {
  /// `NAME`, or `NAME=TEXT`.
  init(_ word: Word) {
    if let assignment = Assignment([word]),
      assignment.isAttached || word.text.utf8.last == UInt8(ascii: "=")
    {
      (name, fallback) = (assignment.name, assignment.values.first ?? Word(""))
    } else {
      (name, fallback) = (word.text, nil)
    }
  }
}

extension Word {
  /// Whether the word has a brace of a block without a blank before or after it, such as `{print` and `x}`.
  var hasStrayBrace: Bool {
    guard !isQuoted else { return false }
    let texts: [String] =
      switch content {
      case .literal(let text): [text]
      case .composed(let parts):
        parts.map { if case .literal(let text) = $0 { text } else { "" } }
      }
    return StrayBrace.isIn(
      texts.flatMap(\.utf8), first: texts.first?.utf8.first, last: texts.last?.utf8.last)
  }
}

/// A brace of a block without a blank before or after it.
enum StrayBrace {
  /// Whether a word's text has one; `first` and `last` are the bytes at its ends, unless these are variables.
  static func isIn(_ bytes: some Collection<UInt8>, first: UInt8?, last: UInt8?) -> Bool {
    guard first == UInt8(ascii: "{") || last == UInt8(ascii: "}") else { return false }
    var depth = 0
    for byte in bytes {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth < 0 { return true }
    }
    return depth != 0
  }
}
