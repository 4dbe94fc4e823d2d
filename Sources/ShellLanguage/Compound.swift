/// Statements between braces.
package struct Block: Sendable, Equatable {
  package let statements: [CommandList]

  package init(_ statements: [CommandList]) { self.statements = statements }
}

/// A statement with blocks, or one that leaves a block.
package indirect enum Compound: Sendable, Equatable {
  /// The block of an `each` stage, `time`, `watch` or a rule.
  case block(Block)
  /// `if CONDITION { … } else if CONDITION { … } else { … }`
  case conditional([Branch], otherwise: Block?)
  /// `for NAME… in ITEMS { … }`
  case loop(Loop)
  /// `try { … } else { … }`
  case attempt(Block, otherwise: Block)
  /// `def NAME PARAMETER… { … }`
  case definition(Definition)
  /// `break`: ends the loop.
  case breakLoop
  /// `continue`: goes on with the loop's next item.
  case continueLoop
  /// `return`, or `return (VALUE)`: ends the definition's run.
  case returnValue(Word?)
  /// `skip REASON`: leaves a test.
  case skipTest(Word)
  /// `expect CONDITION`, about the last response.
  case expectation(Parenthesis)
  /// `expect OUTCOME { … } within DURATION`
  case expectedOutcome(ExpectedOutcome)
  /// `test NAME for … { … }`
  case test(Test)
  /// `before { … }` or `after { … }`, around each test that follows.
  case hook(Hook, Block)

  /// A condition with its block.
  package struct Branch: Sendable, Equatable {
    package var condition: Parenthesis
    package var body: Block
  }

  /// A loop over the items of a list.
  package struct Loop: Sendable, Equatable {
    /// The variables; several take each item, which is a list, apart.
    package var names: [String]
    package var items: Items
    package var body: Block
  }

  /// What a loop runs over.
  package enum Items: Sendable, Equatable {
    /// A variable, or an expression in parentheses.
    case value(Word)
    /// The records of a pipeline, or the lines of a program.
    case pipeline(Pipeline)
  }

  /// A command made of statements.
  package struct Definition: Sendable, Equatable {
    package var name: String
    package var parameters: [Parameter]
    package var body: Block
  }

  /// A parameter of a definition, which is a variable in its block.
  package struct Parameter: Sendable, Equatable {
    package var name: String
    /// The value without an argument; nil if the argument is required.
    package var fallback: Word?
  }

  /// A block with the outcome that it must have.
  package struct ExpectedOutcome: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
      /// The block succeeds.
      case success
      /// The last response in the block has one of these statuses: `404`, `2xx`.
      case statuses([String])
      /// The block fails, with a certain exit status if there is one.
      case error(Int?)
    }

    package var outcome: Outcome
    package var body: Block
    /// How long the block is repeated until it has the outcome: a duration.
    package var limit: Word?
    /// How long to wait before each repetition: a duration.
    package var interval: Word?
  }

  /// A test.
  package struct Test: Sendable, Equatable {
    package var name: Word
    /// The variables that take the items of a table; empty without one.
    package var names: [String]
    package var items: Items?
    package var body: Block
  }

  package enum Hook: String, Sendable {
    case before, after
  }

  /// The blocks of the statement, in order.
  package var blocks: [Block] {
    switch self {
    case .block(let block): [block]
    case .conditional(let branches, let otherwise):
      branches.map(\.body) + [otherwise].compactMap(\.self)
    case .loop(let loop): [loop.body]
    case .attempt(let block, let otherwise): [block, otherwise]
    case .definition(let definition): [definition.body]
    case .expectedOutcome(let expected): [expected.body]
    case .test(let test): [test.body]
    case .hook(_, let block): [block]
    case .breakLoop, .continueLoop, .returnValue, .skipTest, .expectation: []
    }
  }
}

extension Word {
  init(_ compound: Compound, in range: Range<Int>) {
    self.init(
      content: .composed([.statement(NestedStatement(compound))]), start: range.lowerBound,
      end: range.upperBound, isQuoted: false)
  }

  /// The statement with blocks, if the word is one.
  package var compound: Compound? {
    guard case .composed(let parts) = content, case .statement(let statement)? = parts.first else {
      return nil
    }
    return statement.value as? Compound
  }
}

extension CommandList {
  /// The pipelines of the statement and of all its blocks, each before those of its own blocks.
  package var allPipelines: [Pipeline] {
    ([first] + rest.map(\.pipeline)).flatMap(\.withInnerOnes)
  }
}

extension Pipeline {
  fileprivate var withInnerOnes: [Pipeline] {
    let compounds = (command + stages.joined()).compactMap(\.compound)
    return [self] + compounds.flatMap(\.pipelines)
  }

  /// Whether the pipeline begins with a statement that has blocks, or leaves one.
  package var beginsWithCompound: Bool { !beginsWithProgram && command[0].compound != nil }
}

extension Compound {
  fileprivate var pipelines: [Pipeline] {
    var pipelines = blocks.flatMap(\.statements).flatMap(\.allPipelines)
    if case .pipeline(let items)? = items { pipelines += items.withInnerOnes }
    return pipelines
  }

  /// What a loop or the table of a test runs over.
  var items: Items? {
    switch self {
    case .loop(let loop): loop.items
    case .test(let test): test.items
    default: nil
    }
  }

  /// The word that begins a declaration.
  var keyword: String {
    switch self {
    case .test: "test"
    case .hook(let hook, _): hook.rawValue
    default: "def"
    }
  }

  /// Whether it only declares something, so that nothing can be joined to it.
  var isDeclaration: Bool {
    switch self {
    case .definition, .test, .hook: true
    default: false
    }
  }
}
