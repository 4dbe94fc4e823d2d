import ShellOutput
import ShellCommands
import ShellLanguage
import CoreSystem
import CoreEvents

extension Shell {
  /// Runs a list of pipelines; each failure is told where it happens.
  ///
  /// What `&&` and `||` join fails as a whole; a failure between `;` ends the list where failures
  /// end a script.
  ///
  /// - Throws: ``ShellExit`` where a command ends the shell, ``OutputClosed`` where nobody reads.
  func run(_ list: CommandList, from source: any StatementSource) async throws {
    try await run(list.first, from: source)
    for continuation in list.rest {
      let hasFailed = variables.status != .success
      if isInterrupted {
        if hasFailed { break }
        throw ShellError.interrupted
      }
      switch continuation.connector {
      case .and where hasFailed: continue
      case .or where !hasFailed: continue
      case .sequence where hasFailed:
        source.note(variables.status)
        if source.stopsAtFailure { return }
      default: break
      }
      try await run(continuation.pipeline, from: source)
    }
    source.note(variables.status)
  }

  /// Runs a list without suspending, where it is one command that never waits.
  ///
  /// - Returns: whether it was run.
  /// - Throws: what ``run(_:from:)`` throws.
  func runAtOnce(_ list: CommandList, from source: any StatementSource) throws -> Bool {
    let pipeline = list.first
    guard list.rest.isEmpty, pipeline.programs.isEmpty, pipeline.redirection == nil else {
      return false
    }
    do {
      let words = try expand(pipeline.command)
      let entry = try entry(for: words)
      guard let runAtOnce = entry.runAtOnce else { return false }
      // A form waits for its answers.
      if formConsole != nil, try !entry.binder.gaps(in: words, from: entry.depth).isEmpty {
        return false
      }
      try dispatch(runAtOnce, entry, words, to: destination)
      if variables.status != .success { variables.status = .success }
    } catch {
      try fail(error, in: pipeline, of: source)
    }
    return true
  }

  private func run(_ pipeline: Pipeline, from source: any StatementSource) async throws {
    do {
      if pipeline.programs.isEmpty && pipeline.redirection == nil {
        try await dispatch(try expand(pipeline.command), to: destination)
      } else {
        try await runStages(of: pipeline, from: source)
      }
      variables.status = .success
    } catch {
      try fail(error, in: pipeline, of: source)
    }
  }

  /// Tells why a pipeline failed; what ends the shell is thrown on.
  func fail(_ error: any Error, in pipeline: Pipeline, of source: any StatementSource) throws {
    switch error {
    case is ShellExit, is OutputClosed:
      throw error
    case let failure as ReportedFailure:
      variables.status = failure.status
    default:
      // A question that was given up gives up all that was typed with it.
      if error is CancellationError, formConsole != nil { interrupts.flag.raise() }
      let error = ShellError(error)
      variables.status = error.status
      source.report(error, in: variables.withArguments(unaliased(pipeline.command)))
      if interrupts.termination.isHeard { throw ShellExit(status: error.status) }
    }
  }

  /// Runs one command.
  ///
  /// - Parameters:
  ///   - words: the command's name and its words.
  ///   - destination: where its results go.
  /// - Throws: what the command throws; ``ShellError`` where there is no such command, or its words
  ///   do not fit.
  func dispatch(_ words: [Word], to destination: Destination) async throws {
    let entry = try entry(for: words)
    guard let filled = try await completed(words, of: entry) else {
      return try await dispatch(entry, words, to: destination)
    }
    do {
      try await dispatch(entry, filled, to: destination)
    } catch let error as any ShellErrorConvertible {
      // The words that were typed stand elsewhere among those that were run.
      var placeless = error.shellError
      placeless.word = nil
      throw placeless
    }
  }

  private func dispatch(
    _ entry: CommandTable.Entry, _ words: [Word], to destination: Destination
  ) async throws {
    if let runAtOnce = entry.runAtOnce {
      return try dispatch(runAtOnce, entry, words, to: destination)
    }
    guard let invocation = try begin(entry, words, destination) else { return }
    let start = startTime
    do {
      // What was written so far is seen while this one waits, and kept should the process end.
      try destination.stream.flush()
      try await interrupts.cancelling { try await entry.command.run(invocation) }
      try end(entry, invocation.output, since: start)
      // Whoever asked the process to end did not mean this command alone.
      if interrupts.termination.isHeard { throw ShellExit(status: .success) }
    } catch is Interrupts.Abandoned {
      throw abandon(entry, invocation.output, since: start)
    } catch {
      throw end(entry, invocation.output, since: start, failedWith: error)
    }
  }

  /// Leaves a command behind that ignores being cancelled: what it still writes goes nowhere.
  private func abandon(
    _ entry: CommandTable.Entry, _ output: Output, since start: Int64?
  ) -> ShellError {
    output.cutOff()
    lastOutput = nil
    if let start { tellFinished(entry, since: start, .interrupted) }
    return ShellError(
      .interrupted, "'\(entry.path)' does not stop; it was abandoned, and goes on unseen")
  }

  private func dispatch(
    _ runAtOnce: (Invocation) throws -> Void, _ entry: CommandTable.Entry, _ words: [Word],
    to destination: Destination
  ) throws {
    guard let invocation = try begin(entry, words, destination) else { return }
    let start = startTime
    do {
      try runAtOnce(invocation)
      try end(entry, invocation.output, since: start)
    } catch {
      throw end(entry, invocation.output, since: start, failedWith: error)
    }
  }

  /// Binds a command's words.
  ///
  /// - Returns: nil where they ask for help, which is then written.
  private func begin(
    _ entry: CommandTable.Entry, _ words: [Word], _ destination: Destination
  ) throws -> Invocation? {
    bus.deliverPending()
    let arguments = try entry.binder.bind(words, from: entry.depth)
    let output = output(try format(arguments, destination), destination)
    guard arguments.wantsHelp else {
      return Invocation(arguments: arguments, output: output, host: self)
    }
    try output.text(help(for: entry))
    return nil
  }

  /// An output; that of the last command where it fits, since most lines of a script are alike.
  private func output(_ format: OutputFormat, _ destination: Destination) -> Output {
    if let lastOutput, lastOutput.fits(format, destination) { return lastOutput }
    let output = Output(format, to: destination)
    lastOutput = output
    return output
  }

  /// When a command begins, where somebody wants to know.
  private var startTime: Int64? {
    bus.hasSubscribers(for: CommandFinished.self) ? MonotonicTime.precise() : nil
  }

  private func end(
    _ entry: CommandTable.Entry, _ output: Output, since start: Int64?
  ) throws {
    try output.finish()
    if let result = output.takeResult() { variables.result = result }
    if let start { tellFinished(entry, since: start, .success) }
  }

  private func end(
    _ entry: CommandTable.Entry, _ output: Output, since start: Int64?, failedWith error: any Error
  ) -> any Error {
    if let start { tellFinished(entry, since: start, Self.status(of: error)) }
    _ = output.takeResult()
    do {
      try output.abandon()
      return error
    } catch is OutputClosed {
      return OutputClosed()
    } catch {
      return error
    }
  }

  /// The status of a command that threw.
  private static func status(of error: any Error) -> ExitStatus {
    switch error {
    case let exit as ShellExit: exit.status
    case let failure as ReportedFailure: failure.status
    case is OutputClosed: .success
    default: ShellError(error).status
    }
  }

  private func tellFinished(
    _ entry: CommandTable.Entry, since start: Int64, _ status: ExitStatus
  ) {
    let duration = Double(MonotonicTime.precise() - start) / 1e9
    bus.post(CommandFinished(command: entry.path, status: status.rawValue, duration: duration))
  }

  /// Puts the texts of variables in their places, and at a prompt an alias's words in its own.
  func expand(_ words: [Word]) throws -> [Word] {
    let words = isTyped ? unaliased(words) : words
    guard words.contains(where: \.hasVariables) else { return words }
    var expanded: [Word] = []
    expanded.reserveCapacity(words.count)
    for word in words {
      if word.hasVariables {
        expanded += try variables.words(of: word)
      } else {
        expanded.append(word)
      }
    }
    return expanded
  }

  /// Puts an alias's words in its place, at a prompt.
  func unaliased(_ words: [Word]) -> [Word] {
    guard isTyped, case .literal(let name) = words[0].content, !words[0].isQuoted,
      let alias = aliases[name]
    else { return words }
    let meant = alias.words.map { word in
      var word = word
      (word.start, word.end) = (words[0].start, words[0].end)
      return word
    }
    return meant + words.dropFirst()
  }

  private func format(
    _ arguments: BoundArguments, _ destination: Destination
  ) throws -> OutputFormat {
    guard let name = arguments.outputFormat else {
      return settings.output ?? destination.defaultFormat
    }
    do {
      return try OutputFormat(named: name)
    } catch {
      throw shifted(error, by: arguments.word(of: "output") ?? 0)
    }
  }

  /// Gives an error the place of the word at fault, or of the whole command.
  static func located(_ error: ShellError, in words: [Word]) -> ShellError {
    var error = error
    guard error.range == nil else { return error }
    if let index = error.word, words.indices.contains(index) {
      error.range = words[index].start..<words[index].end
    } else if let first = words.first, let last = words.last {
      error.range = first.start..<last.end
    }
    return error
  }

  /// An error of the words behind some others, as one of all the words.
  func shifted(_ error: any Error, by count: Int) -> any Error {
    guard var error = (error as? any ShellErrorConvertible)?.shellError else { return error }
    error.word = (error.word ?? 0) + count
    return error
  }

  /// The form that a command's words ask for, though they may not fit the command otherwise.
  static func format(askedForIn words: [Word]) -> OutputFormat? {
    var texts = words.lazy.compactMap { word -> String? in
      guard case .literal(let text) = word.content else { return nil }
      return text
    }.makeIterator()
    while let text = texts.next(), text != "--" {
      if text == "-o" || text == "--output" {
        return texts.next().flatMap(OutputFormat.init(rawValue:))
      }
      if text.hasPrefix("--output=") { return OutputFormat(rawValue: String(text.dropFirst(9))) }
      if text.hasPrefix("-o") {
        let value = OptionScanner.value(attached: text.dropFirst(2))
        if let format = OutputFormat(rawValue: value) { return format }
      }
    }
    return nil
  }
}

/// A command failed, and why was told already: by the script that it ran.
struct ReportedFailure: Error {
  let status: ExitStatus
}
