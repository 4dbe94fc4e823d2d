/// Builds a statement from its tokens.
struct StatementBuilder {
  /// The finished pipelines.
  private var pipelines: [CommandList.Continuation] = []
  /// The finished stages of the current pipeline.
  private var stages: [[Word]] = []
  /// The words of the current stage.
  private var words: [Word] = []
  private var redirection: Redirection?
  private var redirectionRange = 0..<0
  /// The `>` whose file comes next, and its place.
  private var openRedirection: (appends: Bool, range: Range<Int>)?
  /// The connector of the current pipeline.
  private var connector = CommandList.Connector.sequence
  /// The operator before the current stage, and its place.
  private var lastOperator: (symbol: String, range: Range<Int>)?

  /// Whether `&&`, `||` or `|` still needs a command, so that the statement continues.
  var awaitsCommand: Bool {
    guard let lastOperator, lastOperator.symbol != ";" else { return false }
    return words.isEmpty && redirection == nil
  }

  /// The error if the input ends here.
  var openEnd: SyntaxError? {
    guard awaitsCommand, let lastOperator else { return nil }
    return SyntaxError(.nothingAfter(lastOperator.symbol), lastOperator.range)
  }

  mutating func add(_ word: Word) {
    guard let open = openRedirection else {
      words.append(word)
      return
    }
    redirection = Redirection(kind: .output, file: word, appends: open.appends)
    redirectionRange = open.range.lowerBound..<word.end
    openRedirection = nil
  }

  /// Adds an operator, given its place in the source.
  mutating func add(operator token: Token, at range: Range<Int>) throws(SyntaxError) {
    switch token {
    case .redirection(let appends):
      try checkRedirectionHasFile()
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
      throw SyntaxError(.job, range)
    case .word, .lineEnd, .joinedLineEnd:
      break
    }
  }

  /// Returns and clears the statement at the end of a line, or nil if there is none.
  mutating func finish() throws(SyntaxError) -> CommandList? {
    try checkRedirectionHasFile()
    if !words.isEmpty || redirection != nil { try endPipeline(before: nil, at: redirectionRange) }
    guard let first = pipelines.first else { return nil }
    let rest = Array(pipelines.dropFirst())
    self = StatementBuilder()
    return CommandList(first: first.pipeline, rest: rest)
  }

  private func checkRedirectionHasFile() throws(SyntaxError) {
    guard let open = openRedirection else { return }
    throw SyntaxError(.missingFile(open.appends ? ">>" : ">"), open.range)
  }

  /// Ends the current stage; the symbol is nil at the end of a line.
  private mutating func endStage(before symbol: String?, at range: Range<Int>) throws(SyntaxError) {
    try checkRedirectionHasFile()
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
      command: stages[0], stages: Array(stages.dropFirst()),
      redirections: redirection.map { [$0] } ?? [])
    pipelines.append(.init(connector: connector, pipeline: pipeline))
    stages = []
    redirection = nil
  }
}
