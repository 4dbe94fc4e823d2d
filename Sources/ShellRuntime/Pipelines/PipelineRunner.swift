import CoreSystem
import Glibc
import ShellCommands
package import ShellLanguage
import ShellOutput

/// Runs statements: lists of pipelines.
@MainActor
package struct PipelineRunner: StatementRunner {
  let shell: Shell
  private let commands: CommandRunner

  package init(_ shell: Shell) {
    self.shell = shell
    commands = CommandRunner(shell)
  }

  func runner(in shell: Shell) -> any StatementRunner { PipelineRunner(shell) }

  /// Runs a single command, or a reader such as `from`, whose words were not parsed.
  func run(_ words: [Word]) async throws {
    try await notingAnswers(ErrorReporter.format(in: words)) {
      try await ProgressScope.run(on: shell.console) { try await runInScope(words) }
    }
  }

  private func runInScope(_ words: [Word]) async throws {
    var pipeline = Pipeline(command: words)
    if !words.isEmpty { pipeline.command[0].isQuoted = false }
    // A rule for a single command would have nothing to wait for.
    if pipeline.keyword == .watch, let watch = shell.host.background.statements[.watch] {
      let text = words.map { Quotation().written($0.text) }.joined(separator: " ")
      try await watch(CommandList(first: pipeline), text, shell)
    } else if shell.modules.stage(of: words) == nil {
      try await commands.run(words, to: shell.destination)
    } else {
      try await PipelineRun(pipeline, shell, from: OneStatement(), by: self).run { error in
        throw error
      }
    }
  }

  /// Runs a list of pipelines, and reports each failure when it happens.
  ///
  /// Pipelines joined by `&&` and `||` fail as a whole. A failure before `;` ends the list if the script
  /// stops at failures.
  ///
  /// - Throws: ``ShellExit`` if a command ends the shell, ``OutputClosed`` if the reader of the results is
  ///   gone, ``ShellError/interrupted`` if the user interrupts.
  package func run(
    _ list: CommandList, from source: any StatementSource
  ) async throws {
    guard list.isPlain else { return try await runGroups(of: list, from: source) }
    try await runPipelines(list, from: source)
  }

  private func runPipelines(
    _ list: CommandList, from source: any StatementSource
  ) async throws {
    try await run(list.first, from: source)
    for (index, continuation) in list.rest.enumerated() {
      let hasFailed = shell.variables.status != .success
      if shell.isInterrupted {
        if hasFailed { break }
        throw ShellError.interrupted
      }
      switch continuation.connector {
      case .and where hasFailed: continue
      case .or where !hasFailed: continue
      case .sequence where hasFailed:
        source.note(shell.variables.status)
        if source.stopsAtFailure { return }
      default: break
      }
      if continuation.pipeline.keyword == .time {
        let rest = CommandList(
          first: continuation.pipeline, rest: Array(list.rest[(index + 1)...]))
        if !rest.isOneCommand { return try await run(Statement(rest), from: source) }
      }
      try await run(continuation.pipeline, from: source)
    }
    source.note(shell.variables.status)
  }

  /// Runs a list that contains jobs, or statements that include everything up to the next `;`.
  private func runGroups(of list: CommandList, from source: any StatementSource) async throws {
    for group in list.groups {
      if shell.isInterrupted { throw ShellError.interrupted }
      let statement = group.statement
      switch (statement, group.isJob) {
      case (.on, true), (.watch, true):
        try await run(group.list, from: source) { _, _, _ in
          throw ShellError(
            .usage, "'\(group.list.first.command.text(at: 0))' cannot be a job",
            hint: "leave out the '&'")
        }
      case (_, true):
        try await run(group.list, from: source) { list, text, shell in
          try shell.host.background.start(list, text: text, in: shell)
        }
      default: try await run(statement, from: source)
      }
      if shell.variables.status != .success, source.stopsAtFailure { return }
    }
  }

  private func run(_ statement: Statement, from source: any StatementSource) async throws {
    switch statement {
    case .pipelines(let list): try await runPipelines(list, from: source)
    case .on(let list): try await run(.on, list, from: source)
    case .watch(let list): try await run(.watch, list, from: source)
    case .time(let measured):
      let start = MonotonicTime.precise()
      defer { shell.streams.report(ElapsedTime.text(since: start)) }
      do {
        try await shell.nesting {
          // Only `time` can be repeated; the other keywords report that they must come first.
          switch Statement(measured) {
          case .time: try await run(Statement(measured), from: source)
          case .pipelines, .on, .watch: try await runPipelines(measured, from: source)
          }
        }
      } catch let error as ShellError where error.code == .limit {
        try fail(error, in: measured.first, of: source)
        source.note(shell.variables.status)
      }
    }
  }

  private func run(
    _ keyword: Keyword, _ list: CommandList, from source: any StatementSource
  ) async throws {
    guard let run = shell.host.background.statements[keyword] else {
      return try await runPipelines(list, from: source)
    }
    try await self.run(list, from: source, by: run)
  }

  /// Runs statements with a special function that receives their text.
  private func run(
    _ list: CommandList, from source: any StatementSource,
    by run: BackgroundWork.Runner
  ) async throws {
    do {
      try await run(list, source.text(in: list.range), shell)
      shell.variables.status = .success
    } catch {
      try fail(error, in: list.first, of: source)
    }
    source.note(shell.variables.status)
  }

  /// Runs a list without suspending, if it is a single command that never suspends.
  ///
  /// - Returns: true if it was run.
  /// - Throws: as ``run(_:from:)``.
  func runAtOnce(_ list: CommandList, from source: any StatementSource) throws -> Bool {
    guard list.isOneCommand else { return false }
    let words = list.first.command
    // In a statement with a keyword, variables are replaced only when its commands run.
    if words.haveVariables,
      !list.isPlain || list.first.showsVariable || list.first.beginsWithCompound
    {
      return false
    }
    if words.begins(with: "let"), list.first.binding != nil { return false }
    if !shell.definitions.isEmpty, shell.definition(of: words) != nil { return false }
    do {
      let words = try shell.expand(words)
      guard try commands.runAtOnce(words, to: shell.destination) else { return false }
      if shell.variables.status != .success { shell.variables.status = .success }
    } catch {
      try fail(error, in: list.first, of: source)
    }
    return true
  }

  private func run(_ pipeline: Pipeline, from source: any StatementSource) async throws {
    guard let redirection = pipeline.redirection(.errors) else {
      return try await runReporting(pipeline, from: source)
    }
    let file: ErrorFile
    do {
      // Before anything else, so that it receives every error except its own.
      let opened = try await RedirectedFile(redirection, shell)
      file = ErrorFile(opened.descriptor, name: opened.name, for: shell.streams)
    } catch {
      return try fail(error, in: pipeline, of: source)
    }
    defer { file.close() }
    try await ErrorFile.$current.withValue(file) {
      try await runReporting(pipeline, from: source)
    }
  }

  /// Runs a pipeline, after the file of its `2>` was opened.
  private func runReporting(
    _ pipeline: Pipeline, from source: any StatementSource
  ) async throws {
    try await notingAnswers(
      ErrorReporter.format(in: pipeline.command + pipeline.stages.joined())
    ) {
      try await ProgressScope.run(on: shell.console) {
        try await runInScope(pipeline, from: source)
      }
    }
  }

  /// Runs a statement, then sets `$response`, and reports if its results come from a store, or if Ctrl-C has ended it
  /// after some of its writes.
  ///
  /// - Parameter format: the output format requested by the statement, if any.
  private func notingAnswers(
    _ format: @autoclosure () -> OutputFormat?, _ body: () async throws -> Void
  ) async throws {
    let answers = StatementAnswers()
    defer {
      let outer = StatementAnswers.current
      if let outcome = answers.outcome {
        shell.variables.response = outcome
        // The last one of the statement around the block, too.
        outer?.outcome = outcome
      }
      if answers.writeCount > 0 {
        outer?.noteWrites(answers.writeCount)
        if outer == nil, shell.isInterrupted { report(writes: answers.writeCount) }
      }
      if let notice = answers.notice {
        shell.report(notice, format() ?? shell.settings.output)
      }
    }
    try await StatementAnswers.$current.withValue(answers) { try await body() }
  }

  /// Says how far a statement came that Ctrl-C has ended.
  private func report(writes count: Int) {
    shell.console.notify(
      "\(count == 1 ? "1 write was" : "\(count) writes were") sent before the interruption")
  }

  private func runInScope(
    _ pipeline: Pipeline, from source: any StatementSource
  ) async throws {
    if let binding = pipeline.binding { return try await run(binding, from: source) }
    do {
      if pipeline.stages.isEmpty, pipeline.redirection(.output) == nil,
        pipeline.redirection(.input) == nil, pipeline.beginsWithCompound,
        let compound = pipeline.command[0].compound
      {
        try await BlockRunner(shell, from: source, by: self).run(compound)
        return
      }
      if pipeline.isOneCommand, !pipeline.showsVariable,
        shell.definition(of: pipeline.command) == nil,
        shell.modules.stage(of: pipeline.command) == nil
      {
        try await commands.run(
          try shell.expand(pipeline.command), to: shell.destination)
      } else {
        try await PipelineRun(pipeline, shell, from: source, by: self).run { error in
          try self.fail(error, in: pipeline, of: source)
        }
      }
      shell.variables.status = .success
    } catch {
      try fail(error, in: pipeline, of: source)
    }
  }

  /// Reports the failure of a pipeline.
  ///
  /// - Throws: the error, if it ends the shell.
  func fail(
    _ error: any Error, in pipeline: Pipeline, of source: any StatementSource
  ) throws {
    switch error {
    case is ShellExit, is OutputClosed, is BlockExit:
      throw error
    case let failure as ReportedFailure:
      shell.variables.status = failure.status
    default:
      let error = ShellError(error)
      // Cancelling a form cancels the whole statement.
      if error.code == .interrupted, shell.formConsole != nil { shell.interrupts.raiseFlag() }
      shell.variables.status = error.status
      let command = shell.variables.withArguments(shell.unaliased(pipeline.command))
      let stages = pipeline.stages.filter { shell.modules.stage(of: $0) != nil }
      source.report(
        error.noting(command), in: command,
        format: ErrorReporter.format(in: command + stages.joined()))
      if shell.interrupts.termination.isRequested { throw ShellExit(status: error.status) }
    }
  }
}
