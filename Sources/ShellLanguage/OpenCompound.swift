/// The statements around a statement.
struct BlockContext {
  /// Whether `break` and `continue` have a loop.
  var isInLoop = false
  /// Whether `return` has a definition.
  var isInDefinition = false
  /// Whether `skip` has a test.
  var isInTest = false
  var depth = 0

  /// How deeply blocks can be nested.
  static let greatestDepth = 100

  func inside(_ kind: BlockKind) -> BlockContext {
    var context = self
    context.depth += 1
    switch kind {
    case .branch, .attempt: break
    case .loop: context.isInLoop = true
    case .definition: context = BlockContext(isInDefinition: true, depth: context.depth)
    case .body: context = BlockContext(depth: context.depth)
    case .test, .hook: context = BlockContext(isInTest: true, depth: context.depth)
    }
    return context
  }
}

/// The part of a statement that a block is.
enum BlockKind: Equatable {
  /// A block of `if` and `else`.
  case branch
  /// A block of `try` and its `else`.
  case attempt
  case loop
  case definition
  case test
  /// The block of `before` or `after`.
  case hook(Compound.Hook)
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
    case expectation(Compound.ExpectedOutcome?)
    case test([Word], [String], Compound.Items?)
    case hook(Compound.Hook)
    case body
  }

  enum State: Equatable {
    /// Between `if` and the `{`.
    case condition
    /// After `else`.
    case otherwise
    /// After `within` or `every`.
    case duration
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

  init(expectationAt word: Word) {
    header = .expectation(nil)
    (start, state, keyword) = (word.start, .condition, word.start..<word.end)
  }

  init(_ kind: BlockKind, start: Int) {
    header = kind == .attempt ? .attempt(nil, otherwise: nil) : .body
    (self.start, state, keyword) = (start, .open, start..<start)
  }

  var readsCondition: Bool { state == .condition }

  /// The words of the condition that is being read, if one is.
  var openCondition: [Word]? { state == .condition ? words : nil }

  /// The meaning of names in the condition.
  var names: Expression.Names { if case .expectation = header { .bareFields } else { .none } }

  /// The kind of the block that a `{` opens; nil if it opens none.
  var nextBlock: BlockKind? {
    switch state {
    case .condition: .branch
    case .otherwise: if case .attempt = header { .attempt } else { .branch }
    case .duration, .open, .closed: nil
    }
  }

  /// Adds a word of the statement: of a condition, `else`, or `within` and `every` with their durations.
  mutating func add(_ word: Word) throws(SyntaxError) {
    switch state {
    case .condition: return words.append(word)
    case .otherwise:
      guard case .conditional = header, word.isBare("if") else {
        throw SyntaxError(.missingBlock("else"), word.start..<word.end)
      }
      state = .condition
      words = []
    case .duration:
      guard case .expectation(var expected?) = header else { return }
      if expected.limit == nil { expected.limit = word } else { expected.interval = word }
      header = .expectation(expected)
      state = .closed
    case .open, .closed:
      if case .expectation(let expected?) = header {
        guard word.isBare(expected.limit == nil ? "within" : "every"), expected.interval == nil
        else { throw SyntaxError(.wordAfterBlock, word.start..<word.end) }
        state = .duration
        break
      }
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
    case .loop, .definition, .expectation, .test, .hook, .body: false
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
    case .expectation(var expected):
      expected?.body = block
      header = .expectation(expected)
      return expected.map(Compound.expectedOutcome) ?? .block(block)
    case .test(let words, let names, let items):
      return .test(.init(name: words[1], names: names, items: items, body: block))
    case .hook(let hook): return .hook(hook, block)
    case .body: return .block(block)
    }
  }

  /// The statement with the durations after its block, if it takes any.
  var timed: Compound? {
    if state == .closed, case .expectation(let expected?) = header {
      .expectedOutcome(expected)
    } else {
      nil
    }
  }

  /// The statement at its end, if it is a condition without a block.
  func expectation() throws(SyntaxError) -> Compound? {
    guard state == .condition, case .expectation = header else { return nil }
    guard let first = words.first else { throw SyntaxError(.missingExpectation, keyword) }
    if first.isStatus, words.count == 1 || !words[1].isOperator {
      throw SyntaxError(.outcomeWithoutBlock, first.start..<first.end)
    }
    return .expectation(try parenthesis())
  }

  /// Begins a block, whose condition is complete.
  mutating func begin() throws(SyntaxError) {
    guard state == .condition else { return }
    if case .expectation = header {
      header = .expectation(
        .init(outcome: try Compound.ExpectedOutcome.Outcome(words), body: Block([])))
    } else {
      condition = try parenthesis()
    }
  }

  private func parenthesis() throws(SyntaxError) -> Parenthesis {
    do throws(ExpressionError) {
      return Parenthesis(
        try Expression(words, names: names), places: words.map { $0.start..<$0.end })
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
    case .duration: throw SyntaxError(.missingDuration, keyword)
    case .open, .closed:
      if case .attempt(_, nil) = header {
        throw SyntaxError(.missingElse, start..<start + "try".utf8.count)
      }
    }
  }
}

extension Compound.ExpectedOutcome.Outcome {
  /// The words between `expect` and its block: none, `404, 2xx` or `error 3`.
  fileprivate init(_ words: [Word]) throws(SyntaxError) {
    guard let first = words.first else {
      self = .success
      return
    }
    let range = first.start..<words[words.count - 1].end
    if first.isBare("error"), words.count <= 2 {
      let status = words.count == 2 ? UInt8(words[1].text) : nil
      guard words.count == 1 || status != nil else {
        throw SyntaxError(.wrongOutcome, words[1].start..<words[1].end)
      }
      self = .error(status.map(Int.init))
      return
    }
    var statuses: [String] = []
    for (index, word) in words.enumerated() {
      let isRight = index % 2 == 0 ? word.isStatus : word.isBare(",")
      guard isRight else { throw SyntaxError(.wrongOutcome, range) }
      if index % 2 == 0 { statuses.append(word.text) }
    }
    guard words.count % 2 == 1 else { throw SyntaxError(.wrongOutcome, range) }
    self = .statuses(statuses)
  }
}

extension Word {
  /// Whether the word stands between the two values of a condition.
  fileprivate var isOperator: Bool {
    !isQuoted && (text.utf8.first.map { "=!<>~+-*/%".utf8.contains($0) } == true || text == "in")
  }

  /// Whether the word is the status of a response, or a class of them: `404`, `2xx`.
  fileprivate var isStatus: Bool {
    let bytes = Array(text.utf8)
    guard !hasVariables, bytes.count == 3, ("1"..."5").contains(text.prefix(1)) else {
      return false
    }
    return bytes[1...].allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      || text.hasSuffix("xx")
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
