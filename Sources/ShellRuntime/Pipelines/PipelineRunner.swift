import CoreSystem
import Glibc
import ShellCommands
import ShellLanguage
import ShellOutput

/// Runs statements: lists of pipelines.
@MainActor
final class PipelineRunner {
  private let state: ShellState
  private let commands: CommandRunner
  private let resolver: CommandResolver

  /// Runs a statement that takes everything up to `;` or `&`, given its text.
  typealias StatementCommand = @MainActor (_ list: CommandList, _ text: String) async throws -> Void

  /// Starts a statement as a job, given its text.
  var startJob: (@MainActor (_ list: CommandList, _ text: String) throws -> Void)?

  /// The commands that take a whole statement, such as `on` and `watch`, by the word that they begin
  /// with.
  var statementCommands: [String: StatementCommand] = [:]

  init(_ state: ShellState, commands: CommandRunner, resolver: CommandResolver) {
    self.state = state
    self.commands = commands
    self.resolver = resolver
  }

  /// Runs a single command, or a reader such as `from`, whose words were not parsed.
  func run(_ words: [Word]) async throws {
    try await reportingStoredAnswers(ErrorReporter.format(in: words)) {
      try await ProgressScope.run(on: state.console) { try await runInScope(words) }
    }
  }

  private func runInScope(_ words: [Word]) async throws {
    // A rule of a single command would have nothing to wait for.
    if words.first?.text == "watch",
      let command = statementCommand(of: Pipeline(command: words), mayBeQuoted: true)
    {
      let text = words.map { Quotation().written($0.text) }.joined(separator: " ")
      try await command(CommandList(first: Pipeline(command: words)), text)
    } else if resolver.stage(of: words) == nil {
      try await commands.run(words, to: CommandTarget(destination: state.destination))
    } else {
      try await PipelineRun(Pipeline(command: words), state, commands, resolver).run { error in
        throw error
      }
    }
  }

  /// Runs a list of pipelines, and reports each failure where it happens.
  ///
  /// Pipelines joined by `&&` and `||` fail as a whole. A failure before `;` ends the list if
  /// failures end the script.
  ///
  /// - Throws: ``ShellExit`` if a command ends the shell, ``OutputClosed`` if the reader of the
  ///   results is gone, ``ShellError/interrupted`` if the user interrupts.
  func run(_ list: CommandList, from source: any StatementSource) async throws {
    guard isPlain(list) else { return try await runGroups(of: list, from: source) }
    try await run(list.first, from: source)
    for continuation in list.rest {
      let hasFailed = state.variables.status != .success
      if state.isInterrupted {
        if hasFailed { break }
        throw ShellError.interrupted
      }
      switch continuation.connector {
      case .and where hasFailed: continue
      case .or where !hasFailed: continue
      case .sequence where hasFailed:
        source.note(state.variables.status)
        if source.stopsAtFailure { return }
      default: break
      }
      try await run(continuation.pipeline, from: source)
    }
    source.note(state.variables.status)
  }

  /// Whether a list has neither jobs nor statements that take other statements.
  private func isPlain(_ list: CommandList) -> Bool {
    !list.endsWithJob && statementCommand(of: list.first) == nil
      && list.rest.allSatisfy {
        $0.connector != .background && statementCommand(of: $0.pipeline) == nil
      }
  }

  private func statementCommand(
    of pipeline: Pipeline, mayBeQuoted: Bool = false
  ) -> StatementCommand? {
    let first = pipeline.command[0]
    // The command itself handles `on` alone, `on --help` and `on -o json`.
    guard !pipeline.beginsWithProgram, mayBeQuoted || !first.isQuoted, pipeline.command.count > 1,
      !["-h", "-o", "--help", "--output"].contains(where: pipeline.command[1].text.hasPrefix)
    else { return nil }
    return statementCommands[first.text]
  }

  /// Runs a list with jobs, or with statements that take everything up to the next `;`.
  private func runGroups(of list: CommandList, from source: any StatementSource) async throws {
    for group in list.groups {
      if state.isInterrupted { throw ShellError.interrupted }
      if let command = statementCommand(of: group.list.first) {
        try await run(
          group,
          with: group.isJob
            ? { list, _ in
              throw ShellError(
                .usage, "'\(list.first.command.text(at: 0))' cannot be a job",
                hint: "leave out the '&'")
            } : command,
          from: source)
      } else if group.isJob {
        try await run(group, with: { try self.startJob?($0, $1) }, from: source)
      } else {
        try await run(group.list, from: source)
      }
      if state.variables.status != .success, source.stopsAtFailure { return }
    }
  }

  private func run(
    _ group: CommandList.Group, with command: StatementCommand, from source: any StatementSource
  ) async throws {
    do {
      try await command(group.list, source.text(in: group.range))
      state.variables.status = .success
    } catch {
      try fail(error, in: group.list.first, of: source)
    }
    source.note(state.variables.status)
  }

  /// Runs a list without suspending if it is a single command that never waits.
  ///
  /// - Returns: whether it was run.
  /// - Throws: as ``run(_:from:)``.
  func runAtOnce(_ list: CommandList, from source: any StatementSource) throws -> Bool {
    guard list.isOneCommand, list.first.binding == nil else { return false }
    // The variables of such a statement are replaced when it runs its commands.
    if list.first.command.haveVariables, statementCommand(of: list.first) != nil { return false }
    do {
      let words = try state.expand(list.first.command)
      guard try commands.runAtOnce(words, to: state.destination) else { return false }
      if state.variables.status != .success { state.variables.status = .success }
    } catch {
      try fail(error, in: list.first, of: source)
    }
    return true
  }

  private func run(_ pipeline: Pipeline, from source: any StatementSource) async throws {
    if let timed = pipeline.timed {
      let start = MonotonicTime.precise()
      defer { state.streams.report(ElapsedTime.text(since: start)) }
      return try await run(timed, from: source)
    }
    guard let redirection = pipeline.redirection(.errors) else {
      return try await runReporting(pipeline, from: source)
    }
    let file: ErrorFile
    do {
      // Before anything else, so that it takes every error but its own.
      let opened = try await RedirectedFile(redirection, state)
      file = ErrorFile(opened.descriptor, name: opened.name, for: state.streams)
    } catch {
      return try fail(error, in: pipeline, of: source)
    }
    defer { file.close() }
    try await ErrorFile.$current.withValue(file) {
      try await runReporting(pipeline, from: source)
    }
  }

  /// Runs a pipeline, whose errors and notices have their place.
  private func runReporting(
    _ pipeline: Pipeline, from source: any StatementSource
  ) async throws {
    try await reportingStoredAnswers(
      ErrorReporter.format(in: pipeline.command + pipeline.stages.joined())
    ) {
      try await ProgressScope.run(on: state.console) {
        try await runInScope(pipeline, from: source)
      }
    }
  }

  /// Runs a statement, and then says if its results come from a store.
  ///
  /// - Parameter format: the output format that the statement asks for, if any.
  private func reportingStoredAnswers(
    _ format: @autoclosure () -> OutputFormat?, _ body: () async throws -> Void
  ) async throws {
    let answers = StoredAnswers()
    defer {
      if let notice = answers.notice { state.report(notice, format() ?? state.settings.output) }
    }
    try await StoredAnswers.$current.withValue(answers) { try await body() }
  }

  private func runInScope(
    _ pipeline: Pipeline, from source: any StatementSource
  ) async throws {
    if let binding = pipeline.binding { return try await run(binding, from: source) }
    do {
      if pipeline.isOneCommand, resolver.stage(of: pipeline.command) == nil {
        try await commands.run(
          try state.expand(pipeline.command), to: CommandTarget(destination: state.destination))
      } else {
        try await PipelineRun(pipeline, state, commands, resolver).run { error in
          try self.fail(error, in: pipeline, of: source)
        }
      }
      state.variables.status = .success
    } catch {
      try fail(error, in: pipeline, of: source)
    }
  }

  /// Runs `let NAME = COMMAND…`, and keeps the records.
  private func run(
    _ binding: (name: String, pipeline: Pipeline), from source: any StatementSource
  ) async throws {
    do {
      if let meaning = Variables.reservedMeaning(of: binding.name) {
        throw ShellError(
          .usage, "'\(binding.name)' cannot be set: \(meaning)", hint: "choose another name")
      }
      let collector = RecordCollector(limit: state.settings.gatherLimit)
      let postponedBefore = state.postponedCount
      try await PipelineRun(binding.pipeline, state, commands, resolver, collector: collector)
        .run { error in try self.fail(error, in: binding.pipeline, of: source) }
      // A write that waits has no result yet.
      if state.postponedCount > postponedBefore { collector.endEmpty() }
      guard let records = collector.records else {
        throw ShellError(.failed, "there are no records to keep in $\(binding.name)")
      }
      state.variables.set(binding.name, to: records)
      state.variables.status = .success
    } catch {
      try fail(error, in: binding.pipeline, of: source)
    }
  }

  /// Reports why a pipeline failed.
  ///
  /// - Throws: what ends the shell.
  private func fail(
    _ error: any Error, in pipeline: Pipeline, of source: any StatementSource
  ) throws {
    switch error {
    case is ShellExit, is OutputClosed:
      throw error
    case let failure as ReportedFailure:
      state.variables.status = failure.status
    default:
      let error = ShellError(error)
      // Cancelling a form cancels the whole statement.
      if error.code == .interrupted, state.formConsole != nil { state.interrupts.raiseFlag() }
      state.variables.status = error.status
      let command = state.variables.withArguments(state.unaliased(pipeline.command))
      let stages = pipeline.stages.filter { resolver.stage(of: $0) != nil }
      source.report(
        error, in: command, format: ErrorReporter.format(in: command + stages.joined()))
      if state.interrupts.termination.isRequested { throw ShellExit(status: error.status) }
    }
  }
}

extension Pipeline {
  /// The pipeline behind the word `time`, which measures all its stages; nil if there is no such word.
  fileprivate var timed: Pipeline? {
    guard !isOneCommand, !beginsWithProgram, command.count > 1, command.text(at: 0) == "time",
      !command[0].isQuoted, !command.text(at: 1).hasPrefix("-")
    else { return nil }
    var timed = self
    timed.command.removeFirst()
    return timed
  }
}

extension Pipeline {
  /// The variable and the pipeline of `let NAME = COMMAND…`; nil for any other statement.
  fileprivate var binding: (name: String, pipeline: Pipeline)? {
    guard command.begins(with: "let"), !beginsWithProgram,
      let (name, words) = Assignment.command(in: command, hasStages: !stages.isEmpty)
    else { return nil }
    var pipeline = self
    pipeline.command = words
    if words.count > 1, words[0].isBare("!") {
      pipeline.command.removeFirst()
      pipeline.beginsWithProgram = true
    }
    return (name, pipeline)
  }
}

extension StatementSource {
  /// Returns the part of the current statement at some offsets, in bytes.
  func text(in range: Range<Int>) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }
}

/// The source of the statements that run: a script, or a user who types them.
@MainActor
protocol StatementSource: AnyObject {
  /// Whether the first failure ends the run.
  var stopsAtFailure: Bool { get }

  /// The source of the current statement, or of the line that holds it.
  var text: String { get }

  /// Reports why a command of the current statement failed.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - words: the words of the command, as written.
  ///   - format: the output format that the statement asks for, if any.
  func report(_ error: ShellError, in words: [Word], format: OutputFormat?)

  /// Records the status of a finished command.
  func note(_ status: ExitStatus)
}
