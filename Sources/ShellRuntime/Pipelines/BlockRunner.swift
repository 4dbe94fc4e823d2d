import CoreJSON
import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRecords

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
    case .expectation(let condition):
      try checks.check(condition, in: shell)
      shell.variables.status = .success
    case .expectedOutcome(let expected):
      try await checks.check(expected, in: shell) { try await run(expected.body) }
      // The failure was expected.
      shell.variables.status = .success
    case .skipTest(let reason):
      throw BlockExit.skipped(try shell.variables.words(of: reason).first?.text ?? "")
    case .test(let test): try await run(test)
    case .hook(let hook, let block): shell.scope.hooks.append((hook, placed(block)))
    }
  }

  private var checks: any StatementChecks {
    get throws(ShellError) {
      guard let checks = shell.host.checks else {
        throw ShellError(.failed, "this program has no tests")
      }
      return checks
    }
  }

  /// Runs the statements of a block up to the first one that fails; of expectations that follow each other, all are
  /// checked.
  private func run(_ block: Block) async throws { try await run(block, from: try begin(block)) }

  /// Runs the first statements of a block without suspending; returns the index of the next one.
  private func begin(_ block: Block) throws -> Int {
    if shell.variables.status != .success { shell.variables.status = .success }
    return try runAtOnce(block.statements, from: 0)
  }

  private func run(_ block: Block, from start: Int) async throws {
    var failure: ExitStatus?
    var next = start
    while next < block.statements.count {
      try await statements.run(block.statements[next], from: source)
      next += 1
      if block.isExpectation(at: next - 1) {
        if shell.variables.status != .success { failure = failure ?? shell.variables.status }
        if block.isExpectation(at: next), !shell.isInterrupted { continue }
        if let failure { throw ReportedFailure(status: failure) }
      }
      try checkStatus()
      if shell.turn.isOver { try await shell.takeTurn() }
      next = try runAtOnce(block.statements, from: next)
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
  private func run(_ test: Compound.Test) async throws {
    var rows: [[(name: String, value: VariableValue)]] = [[]]
    if let table = test.items {
      let items = try await LoopItems(table, in: shell, from: source, by: statements)
      rows = try (0..<items.count).map { index in
        let values = try Self.values(of: items[index], for: test.names)
        return zip(test.names, values).map { ($0, $1) }
      }
    }
    let (hooks, block) = (shell.scope.hooks, placed(test.body))
    let run = { @MainActor [statements] (block: PlacedBlock, inner: Shell) in
      try await BlockRunner(
        inner, from: PlacedSource(block, inner), by: statements.runner(in: inner)
      ).run(.block(block.body))
    }
    try await checks.run(
      test: test.name, rows: rows, in: shell,
      body: TestBody { inner in
        for hook in hooks where hook.kind == .before { try await run(hook.block, inner) }
        try await run(block, inner)
      } end: { inner in
        for hook in hooks where hook.kind == .after { try await run(hook.block, inner) }
      })
    shell.variables.status = .success
  }

  private func placed(_ block: Block) -> PlacedBlock {
    PlacedBlock(body: block, text: source.text, place: shell.scope.scriptPlace?())
  }

  private func run(_ loop: Compound.Loop) async throws {
    let items = try await LoopItems(loop.items, in: shell, from: source, by: statements)
    // The last answer to the items' requests, for the block.
    if let outcome = StatementAnswers.current?.outcome { shell.variables.response = outcome }
    let outer = loop.names.map { shell.variables.saved($0) }
    defer { outer.forEach { shell.variables.restore($0) } }
    var places = loop.names.map { Variables.Place(of: $0) }
    for index in 0..<items.count {
      if index & 0x3F == 0x3F {
        // A block without statements checks nothing.
        if shell.isInterrupted { throw ShellError.interrupted }
        if shell.turn.isOver { try await shell.takeTurn() }
      }
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
    for (index, value) in try Self.values(of: item, for: names).enumerated() {
      shell.variables.set(&places[index], to: value)
    }
  }

  /// The value of each name: the item, or its parts.
  private static func values(
    of item: VariableValue, for names: [String]
  ) throws -> [VariableValue] {
    guard names.count > 1 else { return [item] }
    guard case .value(.list(let values)) = item, values.count == names.count else {
      throw ShellError(
        .usage, "'for \(names.joined(separator: " "))' needs lists of \(names.count) values",
        hint: "an item is \(item.summary)")
    }
    return values.map { VariableValue($0) }
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

  /// The failure as `$error`; nil if it cannot be handled: an interruption, a usage error that was typed, and what
  /// ends the shell.
  private func handled(_ error: any Error, _ held: HeldFailures) -> CellValue? {
    let failure: ShellError
    switch error {
    case let reported as ReportedFailure:
      failure =
        held.last ?? ShellError(.failed, "the commands have failed", status: reported.status)
      guard reported.status == failure.status || reported.status != .usage,
        reported.status != .interrupted
      else { return nil }
    case let error as any ShellErrorConvertible: failure = error.shellError
    default: return nil
    }
    guard failure.status != .usage || failure.isOfData, failure.status != .interrupted else {
      return nil
    }
    let body = failure.body.map { text in
      CellValue.Field("body", (try? JSONValue(json: text)).map { CellValue($0) } ?? .text(text))
    }
    return .record(
      [
        .init("status", .integer(Int(failure.status.rawValue))),
        .init("code", .text(failure.code.rawValue)), .init("message", .text(failure.message)),
      ] + [body].compactMap(\.self))
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

extension Block {
  /// Whether a statement is only an expectation about the last response.
  fileprivate func isExpectation(at index: Int) -> Bool {
    guard index < statements.count, statements[index].rest.isEmpty,
      case .expectation? = statements[index].first.command[0].compound
    else { return false }
    return true
  }
}
