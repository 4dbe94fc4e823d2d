import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRecords

/// Leaves the blocks up to a loop or a definition.
enum BlockExit: Error {
  case breakLoop
  case continueLoop
  case returned(VariableValue?)
}

/// Runs the statements of blocks.
@MainActor
protocol StatementRunner {
  /// Runs a statement without suspending; returns false if it may suspend.
  func runAtOnce(_ list: CommandList, from source: any StatementSource) throws -> Bool

  /// Runs a statement.
  func run(_ list: CommandList, from source: any StatementSource) async throws

  /// Runs a pipeline, and returns its records, the lines of its last program, or the value of a definition; `keeper`
  /// is the word that keeps them.
  func collect(
    _ pipeline: Pipeline, for keeper: String, from source: any StatementSource
  ) async throws -> (value: VariableValue?, areLines: Bool)
}

/// Runs statements with blocks.
@MainActor
struct BlockRunner {
  private let shell: Shell
  private let statements: any StatementRunner
  private let source: any StatementSource

  init(_ shell: Shell, from source: any StatementSource, by runner: any StatementRunner) {
    self.shell = shell
    self.source = source as? BlockSource ?? BlockSource(source)
    statements = runner
  }

  /// Runs a statement with blocks.
  ///
  /// - Throws: ``ReportedFailure`` if a statement of a block has failed, which has been reported; `ShellError` if a
  ///   condition or a list cannot be evaluated; ``BlockExit`` to leave the blocks around it.
  func run(_ compound: Compound) async throws {
    switch compound {
    case .block(let block): try await run(block)
    case .conditional(let branches, let otherwise):
      for branch in branches where try branch.condition.isTrue(in: shell.variables) {
        return try await run(branch.body)
      }
      if let otherwise { try await run(otherwise) }
    case .loop(let loop): try await run(loop)
    case .attempt(let block, let otherwise): try await attempt(block, otherwise)
    case .definition(let definition): try define(definition)
    case .breakLoop: throw BlockExit.breakLoop
    case .continueLoop: throw BlockExit.continueLoop
    case .returnValue(let word):
      throw BlockExit.returned(
        try word?.loneExpression.map { VariableValue(try $0.value(in: shell.variables)) })
    }
  }

  /// Runs the statements of a block up to the first one that fails.
  private func run(_ block: Block) async throws { try await run(block, from: try begin(block)) }

  /// Runs the first statements of a block without suspending; returns the index of the next one.
  private func begin(_ block: Block) throws -> Int {
    if shell.variables.status != .success { shell.variables.status = .success }
    return try runAtOnce(block.statements, from: 0)
  }

  private func run(_ block: Block, from start: Int) async throws {
    var next = start
    while next < block.statements.count {
      try await statements.run(block.statements[next], from: source)
      try checkStatus()
      if shell.turn.isOver { try await shell.takeTurn() }
      next = try runAtOnce(block.statements, from: next + 1)
    }
  }

  /// Runs statements up to the first one that may suspend; returns its index.
  private func runAtOnce(_ statements: [CommandList], from start: Int) throws -> Int {
    // An element of a buffer is not copied.
    try statements.withUnsafeBufferPointer { statements in
      for index in start..<statements.count {
        if shell.isInterrupted { throw ShellError.interrupted }
        guard try self.statements.runAtOnce(statements[index], from: source) else { return index }
        try checkStatus()
      }
      return statements.count
    }
  }

  private func checkStatus() throws {
    let status = shell.variables.status
    if status != .success { throw ReportedFailure(status: status) }
  }
}

extension BlockRunner {
  private func run(_ loop: Compound.Loop) async throws {
    let items = try await LoopItems(loop.items, in: shell, from: source, by: statements)
    // The last answer to the items' requests, for the block.
    if let outcome = StatementAnswers.current?.outcome { shell.variables.response = outcome }
    let outer = loop.names.map { shell.variables.saved($0) }
    defer { outer.forEach { shell.variables.restore($0) } }
    var places = loop.names.map { Variables.Place(of: $0) }
    for index in 0..<items.count {
      if index & 0x3F == 0x3F, shell.turn.isOver { try await shell.takeTurn() }
      try bind(loop.names, at: &places, to: items[index])
      do {
        // Most blocks need not suspend.
        let next = try begin(loop.body)
        if next < loop.body.statements.count { try await run(loop.body, from: next) }
      } catch BlockExit.continueLoop {
        continue
      } catch BlockExit.breakLoop {
        break
      }
    }
    shell.variables.status = .success
  }

  private func bind(
    _ names: [String], at places: inout [Variables.Place], to item: VariableValue
  ) throws {
    guard names.count > 1 else { return shell.variables.set(&places[0], to: item) }
    guard case .value(.list(let values)) = item, values.count == names.count else {
      throw ShellError(
        .usage, "'for \(names.joined(separator: " "))' needs lists of \(names.count) values",
        hint: "an item is \(item.summary)")
    }
    for (index, value) in values.enumerated() {
      shell.variables.set(&places[index], to: VariableValue(value))
    }
  }

  /// Runs a block, and another one if it fails with an error that can be handled.
  private func attempt(_ block: Block, _ otherwise: Block) async throws {
    let outer = shell.scope.heldFailures
    let held = HeldFailures()
    shell.scope.heldFailures = held
    defer { shell.scope.heldFailures = outer }
    do {
      for list in block.statements {
        try await run(Block([list]))
        // Their statement has handled them: a || b.
        held.release(to: outer)
      }
      return
    } catch {
      guard let failure = handled(error, held) else {
        held.release(to: outer)
        throw error
      }
      shell.variables.error = failure
    }
    shell.scope.heldFailures = outer
    try await run(otherwise)
  }

  /// The failure as `$error`; nil if it cannot be handled: an interruption, a usage error, and what ends the shell.
  private func handled(_ error: any Error, _ held: HeldFailures) -> CellValue? {
    let failure: ShellError
    switch error {
    case let reported as ReportedFailure:
      failure =
        held.last ?? ShellError(.failed, "the commands have failed", status: reported.status)
      guard reported.status != .usage, reported.status != .interrupted else { return nil }
    case let error as any ShellErrorConvertible: failure = error.shellError
    default: return nil
    }
    guard failure.status != .usage, failure.status != .interrupted else { return nil }
    return .record([
      .init("status", .integer(Int(failure.status.rawValue))),
      .init("code", .text(failure.code.rawValue)), .init("message", .text(failure.message)),
    ])
  }

  private func define(_ definition: Compound.Definition) throws {
    let name = definition.name
    if shell.modules.builtins[name] != nil || shell.modules.stages[name] != nil
      || DefinedCommand.keywords.contains(name)
    {
      throw ShellError(.usage, "'\(name)' is a command of the shell", hint: "choose another name")
    }
    if shell.modules.commands(of: name) != nil || shell.host.environments.isAPI(name) {
      throw ShellError(
        .usage, "'\(name)' already has commands: see 'help \(name)'", hint: "choose another name")
    }
    shell.definitions[name] = DefinedCommand(
      definition: definition, text: source.text, place: shell.scope.scriptPlace?())
  }
}

/// The statements of a block, the first failure of which ends it.
@MainActor
final class BlockSource: StatementSource {
  private let outer: any StatementSource

  init(_ outer: any StatementSource) { self.outer = outer }

  var stopsAtFailure: Bool { true }

  var text: String { outer.text }

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    // A block has several statements, so the place is shown even at a prompt.
    let shown = error == .interrupted ? error : error.located(in: words)
    outer.report(shown, in: words, format: format)
  }

  // The statement around the block notes its status.
  func note(_ status: ExitStatus) {}
}

/// The items of a loop.
@MainActor
struct LoopItems {
  private enum Kind {
    case records(Records)
    case values([CellValue])
    case single(VariableValue)
  }

  private let kind: Kind

  init(
    _ items: Compound.Items, in shell: Shell, from source: any StatementSource,
    by runner: any StatementRunner
  ) async throws {
    switch items {
    case .value(let word):
      if let variable = word.loneVariable {
        do {
          kind = Self.kind(of: try shell.variables.value(at: variable))
        } catch {
          throw error.spanning([word])
        }
      } else {
        let value = try word.loneExpression?.value(in: shell.variables) ?? .null
        kind = Self.kind(of: VariableValue(value))
      }
    case .pipeline(let pipeline):
      do {
        let kept = try await runner.collect(pipeline, for: "for", from: source)
        kind = kept.value.map(Self.kind) ?? .values([])
      } catch var error as ShellError {
        error = error.located(in: pipeline.command)
        guard error.code == .unknownCommand, pipeline.stages.isEmpty else { throw error }
        throw ShellError(
          error.code, error.message, hint: "to loop over values, write ('a', 'b')"
        ).spanning(pipeline.command)
      }
      shell.variables.status = .success
    }
  }

  private static func kind(of value: VariableValue) -> Kind {
    switch value {
    case .records(let records) where records.isList: .records(records)
    case .value(.list(let values)): .values(values)
    default: .single(value)
    }
  }

  var count: Int {
    switch kind {
    case .records(let records): records.rows.count
    case .values(let values): values.count
    case .single: 1
    }
  }

  subscript(index: Int) -> VariableValue {
    switch kind {
    case .records(let records): .value(records.record(index))
    case .values(let values): VariableValue(values[index])
    case .single(let value): value
    }
  }
}
