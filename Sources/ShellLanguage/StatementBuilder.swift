/// Collects the tokens of a statement, without those of its blocks.
struct StatementBuilder {
  private var pipelines: [CommandList.Continuation] = []
  private(set) var stages: [[Word]] = []
  /// The words of the current stage.
  var words: [Word] = []
  /// The number of the first stage's words before the statement that a prefix is for: those of `time`, `watch`,
  /// `on EVENT do` and `let NAME =`.
  private(set) var prefixCount = 0
  /// The index of the last prefix's first word.
  private var prefixStart = 0
  /// The statement with blocks that is being read, if one is.
  var compound: OpenCompound?
  /// The statements around this one.
  let context: BlockContext

  init(in context: BlockContext = BlockContext()) { self.context = context }

  /// The `!` or `run` that begins the current pipeline.
  private(set) var programMark: Word?
  private(set) var files: [(redirection: Redirection, range: Range<Int>)] = []
  /// The number of redirections before the current stage.
  private var earlierFiles = 0
  /// The operator whose file comes next, with its range.
  private(set) var openRedirection: (kind: Redirection.Kind, appends: Bool, range: Range<Int>)?
  private var connector = CommandList.Connector.sequence
  /// The operator before the current stage, with its range.
  private var lastOperator: (symbol: String, range: Range<Int>)?

  /// Whether comparisons are separate words: in a stage that begins with `where`, after `if`, and between `where`
  /// and `do` in a statement that begins with `on`.
  private(set) var isInExpression = false

  private(set) var condition = OpenCondition()

  /// Whether the current stage has neither a word, nor a redirection, nor a `!`.
  private var isAtStart: Bool {
    words.isEmpty && files.count == earlierFiles && !(programMark != nil && stages.isEmpty)
  }

  /// The meaning of names in a word in parentheses: those of fields in a stage that sets or chooses fields.
  var names: Expression.Names {
    guard !stages.isEmpty, let stage = words.first else { return .none }
    return stage.isBare("put") || stage.isBare("select") ? .fields : .none
  }

  /// Whether the statement continues on the next line.
  var isOpen: Bool { awaitsCommand || isInExpression && condition.isOpen }

  var isInParentheses: Bool { isInExpression && condition.opener != nil }

  /// Whether `&&`, `||` or `|` still needs a command.
  var awaitsCommand: Bool {
    guard let lastOperator, lastOperator.symbol != ";", lastOperator.symbol != "&" else {
      return false
    }
    return isAtStart && openRedirection == nil
  }

  var openEnd: SyntaxError? {
    if isInExpression, let error = condition.openEnd { return error }
    guard awaitsCommand, let lastOperator else { return nil }
    return SyntaxError(.nothingAfter(lastOperator.symbol), lastOperator.range)
  }

  /// Why the last stage cannot end here, before a block.
  var lastStageProblem: SyntaxError? {
    if isOpen { return openEnd }
    guard !stages.isEmpty, words.isEmpty, let last = files.last else { return nil }
    return SyntaxError(.redirectionAlone, last.range)
  }

  mutating func add(_ word: Word) throws(SyntaxError) {
    if isInExpression, openRedirection == nil { condition.add(word) }
    if let open = openRedirection {
      let redirection = Redirection(kind: open.kind, file: word, appends: open.appends)
      files.append((redirection, open.range.lowerBound..<word.end))
      openRedirection = nil
    } else if compound != nil {
      try compound?.add(word)
      if let compound, let timed = compound.timed {
        words[words.count - 1] = Word(timed, in: compound.start..<word.end)
      }
      guard !isInExpression, compound?.readsCondition == true else { return }
      isInExpression = true
      condition = OpenCondition()
    } else if words.isEmpty, stages.isEmpty, programMark == nil, word.marksProgram {
      programMark = word
    } else {
      if stages.isEmpty, words.count == prefixCount, word.isBare("else") {
        throw SyntaxError(.lostElse, word.start..<word.end)
      }
      addToStage(word)
    }
  }

  private mutating func addToStage(_ word: Word) {
    if words.isEmpty, !stages.isEmpty {
      isInExpression = word.isBare("where") || word.isBare("expect")
    } else if stages.isEmpty, programMark == nil {
      if words.count == prefixCount, word.isBare("if") || word.isBare("expect") {
        compound =
          word.isBare("if")
          ? OpenCompound(conditionalAt: word) : OpenCompound(expectationAt: word)
        isInExpression = true
        condition = OpenCondition()
      } else {
        isInExpression = Self.isInCondition(after: word, of: words, isInExpression)
      }
    }
    words.append(word)
    guard stages.isEmpty, programMark == nil else { return }
    if Self.isPrefix(words[prefixCount...]) {
      prefixStart = prefixCount
      prefixCount = words.count
    } else if prefixCount > 0, Self.isPrefix(words[prefixStart...]) {
      // Its options belong to it, too.
      prefixCount = words.count
    }
  }

  /// Returns whether the condition of an `on` statement continues after a word; `words` are those
  /// of the stage before it.
  static func isInCondition(after word: Word, of words: [Word], _ isInCondition: Bool) -> Bool {
    guard let first = words.first, first.isBare("on") else { return false }
    if isInCondition { return !word.isBare("do") }
    return word.isBare("where") && !words.contains { $0.isBare("do") }
  }

  mutating func add(operator token: Token, at range: Range<Int>) throws(SyntaxError) {
    switch token {
    case .redirection(let kind, let appends):
      try checkRedirectionHasFile()
      guard !files.contains(where: { $0.redirection.kind == kind }) else {
        throw SyntaxError(.secondRedirection(kind), range)
      }
      guard kind != .input || stages.isEmpty else {
        let stage = words.first
        throw SyntaxError(
          .inputAfterPipe(
            stage: stage?.text ?? "", stage.map { $0.start..<$0.end } ?? range), range)
      }
      openRedirection = (kind, appends, range)
    case .pipe:
      try endStage(before: "|", at: range)
      if let output = files.first(where: { $0.redirection.kind == .output }) {
        throw SyntaxError(.redirectionBeforePipe, output.range)
      }
    case .semicolon:
      try endPipeline(before: ";", at: range)
      connector = .sequence
    case .and:
      try endPipeline(before: "&&", at: range)
      connector = .and
    case .or:
      try endPipeline(before: "||", at: range)
      connector = .or
    case .background:
      try endPipeline(before: "&", at: range)
      connector = .background
    case .word, .lineEnd, .joinedLineEnd:
      break
    }
  }

  /// Removes the words, stages and files of a loop or a definition, which its block has ended.
  mutating func removeHeader() {
    words = Array((stages.first ?? words)[..<prefixCount])
    stages = []
    files = []
    earlierFiles = 0
  }

  mutating func endCondition() {
    isInExpression = false
    condition = OpenCondition()
  }

  /// Returns and clears the statement at the end of a line, or nil if there is none.
  mutating func finish() throws(SyntaxError) -> CommandList? {
    try checkRedirectionHasFile()
    let endsWithJob = isAtStart && connector == .background
    if !isAtStart { try endPipeline(before: nil, at: 0..<0) }
    guard let first = pipelines.first else { return nil }
    let rest = Array(pipelines.dropFirst())
    self = StatementBuilder(in: context)
    return CommandList(first: first.pipeline, rest: rest, endsWithJob: endsWithJob)
  }

  private func checkRedirectionHasFile() throws(SyntaxError) {
    guard let open = openRedirection else { return }
    throw SyntaxError(.missingFile(open.kind.symbol(appends: open.appends)), open.range)
  }

  /// Ends the current stage; the symbol is nil at the end of a line.
  private mutating func endStage(before symbol: String?, at range: Range<Int>) throws(SyntaxError) {
    try checkRedirectionHasFile()
    guard !words.isEmpty else {
      if stages.isEmpty, let mark = programMark {
        throw SyntaxError(.missingProgram(mark.text), mark.start..<mark.end)
      }
      if files.count > earlierFiles, let last = files.last {
        throw SyntaxError(.redirectionAlone, last.range)
      }
      throw SyntaxError(.nothingBefore(symbol ?? ""), range)
    }
    if let compound {
      if let expectation = try compound.expectation() {
        let end = (compound.openCondition?.last ?? words[words.count - 1]).end
        words[words.count - 1] = Word(expectation, in: compound.start..<end)
      } else {
        try compound.checkEnd()
      }
    }
    compound = nil
    if stages.isEmpty, programMark == nil { try replaceExit() }
    stages.append(words)
    words = []
    earlierFiles = files.count
    isInExpression = false
    condition = OpenCondition()
    if let symbol { lastOperator = (symbol, range) }
  }

  private mutating func endPipeline(
    before symbol: String?, at range: Range<Int>
  ) throws(SyntaxError) {
    try endStage(before: symbol, at: range)
    let pipeline = Pipeline(
      command: stages[0], programMark: programMark?.start,
      stages: Array(stages.dropFirst()), redirections: files.map(\.redirection))
    if let compound = pipeline.command[0].compound, compound.isDeclaration {
      let isAlone =
        pipeline.stages.isEmpty && pipeline.redirections.isEmpty && connector == .sequence
        && (symbol == nil || symbol == ";")
      if !isAlone {
        let start = pipeline.command[0].start
        throw SyntaxError(.declarationInList, start..<start + compound.keyword.utf8.count)
      }
    }
    pipelines.append(.init(connector: connector, pipeline: pipeline))
    stages = []
    programMark = nil
    (prefixStart, prefixCount) = (0, 0)
    files = []
    earlierFiles = 0
  }
}
