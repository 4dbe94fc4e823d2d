/// Collects the tokens of a statement with those of its blocks.
struct OpenBlocks {
  /// The statement that the next token belongs to.
  private(set) var builder = StatementBuilder()
  /// The statements around it, outermost first.
  private var outer: [Level] = []

  private struct Level {
    var builder: StatementBuilder
    let kind: BlockKind
    let opener: Range<Int>
    var statements: [CommandList] = []
  }

  init(_ builder: StatementBuilder = StatementBuilder()) { self.builder = builder }

  /// The statement whose `each` stage has the innermost block, unless a definition is inside it.
  var recordSource: StatementBuilder? {
    let level = outer.last {
      $0.kind == .definition || $0.kind == .body && !$0.builder.stages.isEmpty
    }
    return level?.kind == .body ? level?.builder : nil
  }

  /// Whether a block is open.
  var isInBlock: Bool { !outer.isEmpty }

  /// The error if the input ends here.
  var openEnd: SyntaxError? {
    builder.openEnd ?? outer.last.map { SyntaxError(.unclosedBlock, $0.opener) }
  }

  mutating func add(_ word: Word) throws(SyntaxError) {
    if word.isBare("{") {
      if let kind = builder.nextBlock { return try open(kind, at: word) }
      if builder.isTestWithoutName { throw SyntaxError(.testWithoutName, word.start..<word.end) }
    }
    if isInBlock {
      if word.isBare("}") { return try close(at: word) }
      if word.isBare("{") { throw SyntaxError(.loneBrace, word.start..<word.end) }
      if word.hasStrayBrace { throw SyntaxError(.attachedBrace, word.start..<word.end) }
    }
    try builder.add(word)
  }

  mutating func add(operator token: Token, at range: Range<Int>) throws(SyntaxError) {
    try builder.add(operator: token, at: range)
  }

  private mutating func open(_ kind: BlockKind, at word: Word) throws(SyntaxError) {
    let context = builder.context.inside(kind)
    guard context.depth <= BlockContext.greatestDepth else {
      throw SyntaxError(.tooDeep, word.start..<word.end)
    }
    let problem = builder.lastStageProblem
    outer.append(Level(builder: builder, kind: kind, opener: word.start..<word.end))
    builder = StatementBuilder(in: context)
    let isAtTop = outer.count == 1
    switch kind {
    case .test where !isAtTop: throw SyntaxError(.inBlock("test"), word.start..<word.end)
    case .hook(let hook) where !isAtTop:
      throw SyntaxError(.inBlock(hook.rawValue), word.start..<word.end)
    default: break
    }
    // What is before the block is not complete: for x in a | { b }
    if let problem { throw problem }
    try outer[outer.count - 1].builder.compound?.begin()
  }

  private mutating func close(at word: Word) throws(SyntaxError) {
    if builder.isOpen, let error = builder.openEnd { throw error }
    try endStatement()
    let level = outer.removeLast()
    builder = level.builder
    builder.end(
      Block(level.statements), level.kind, opener: level.opener, end: word.end)
  }

  private mutating func endStatement() throws(SyntaxError) {
    guard let list = try builder.finish() else { return }
    outer[outer.count - 1].statements.append(list)
  }

  /// What the end of a line ends.
  enum LineEnd {
    /// The statement, if the line has one.
    case statement(CommandList?)
    /// Nothing: the statement continues.
    case none
  }

  mutating func endLine() throws(SyntaxError) -> LineEnd {
    if builder.isOpen { return .none }
    guard isInBlock else { return .statement(try builder.finish()) }
    try endStatement()
    return .none
  }
}

/// Counts the braces of a statement with an error, so that none of its blocks runs.
struct BraceCount {
  /// The number of blocks that are open.
  private(set) var depth = 0

  /// Counts the braces of a line that stand alone.
  mutating func add(_ line: some Collection<UInt8>) {
    for word in line.split(whereSeparator: { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ";") }) {
      guard word.count == 1 else { continue }
      if word.first == UInt8(ascii: "{") { depth += 1 }
      if word.first == UInt8(ascii: "}") { depth = max(0, depth - 1) }
    }
  }
}
