/// Puts a statement together from its tokens.
struct StatementBuilder {
  /// The pipelines that are complete, each with what joins it to the one before.
  private var pipelines: [CommandList.Continuation] = []
  /// The stages of the pipeline at hand that are complete.
  private var stages: [[Word]] = []
  /// The words of the stage at hand.
  private var words: [Word] = []
  private var redirection: Redirection?
  private var redirectionRange = 0..<0
  /// The `>` that waits for its file, and its place.
  private var openRedirection: (appends: Bool, range: Range<Int>)?
  /// What joins the pipeline at hand to the one before.
  private var connector = CommandList.Connector.sequence
  /// The operator that the stage at hand comes after, and its place.
  private var lastOperator: (symbol: String, range: Range<Int>)?

  /// Whether the statement cannot end here: `&&`, `||` or `|` waits for what comes after it.
  var awaitsCommand: Bool {
    guard let lastOperator, lastOperator.symbol != ";" else { return false }
    return words.isEmpty && redirection == nil
  }

  /// What the end of input leaves open.
  var openEnd: SyntaxError? {
    guard awaitsCommand, let lastOperator else { return nil }
    return SyntaxError(.nothingAfter(lastOperator.symbol), lastOperator.range)
  }

  mutating func add(_ word: Word) {
    guard let open = openRedirection else {
      words.append(word)
      return
    }
    redirection = Redirection(file: word, appends: open.appends)
    redirectionRange = open.range.lowerBound..<word.end
    openRedirection = nil
  }

  /// Adds an operator that stands at a place in the source.
  mutating func add(operator token: Token, at range: Range<Int>) throws(SyntaxError) {
    switch token {
    case .redirection(let appends):
      try refuseOpenRedirection()
      guard redirection == nil else { throw SyntaxError(.secondRedirection, range) }
      openRedirection = (appends, range)
    case .pipe:
      try endStage(before: "|", at: range)
      guard redirection == nil else {
        throw SyntaxError(.redirectionBeforePipe, redirectionRange)
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
      // Jobs: end the pipeline as `;` does, with `isBackground` set.
      throw SyntaxError(.job, range)
    case .word, .lineEnd, .joinedLineEnd:
      break
    }
  }

  /// Takes the statement at a line's end; nil where the line held none.
  mutating func finish() throws(SyntaxError) -> CommandList? {
    try refuseOpenRedirection()
    if !words.isEmpty || redirection != nil { try endPipeline(before: nil, at: redirectionRange) }
    guard let first = pipelines.first else { return nil }
    let rest = Array(pipelines.dropFirst())
    self = StatementBuilder()
    return CommandList(first: first.pipeline, rest: rest)
  }

  private func refuseOpenRedirection() throws(SyntaxError) {
    guard let open = openRedirection else { return }
    throw SyntaxError(.missingFile(open.appends ? ">>" : ">"), open.range)
  }

  /// Ends the stage at hand; a symbol of nil is the line's end.
  private mutating func endStage(before symbol: String?, at range: Range<Int>) throws(SyntaxError) {
    try refuseOpenRedirection()
    guard !words.isEmpty else {
      if redirection != nil { throw SyntaxError(.redirectionAlone, redirectionRange) }
      throw SyntaxError(.nothingBefore(symbol ?? ""), range)
    }
    stages.append(words)
    words = []
    if let symbol { lastOperator = (symbol, range) }
  }

  private mutating func endPipeline(
    before symbol: String?, at range: Range<Int>
  ) throws(SyntaxError) {
    try endStage(before: symbol, at: range)
    let pipeline = Pipeline(
      command: stages[0], programs: Array(stages.dropFirst()), redirection: redirection)
    pipelines.append(.init(connector: connector, pipeline: pipeline))
    stages = []
    redirection = nil
  }
}
