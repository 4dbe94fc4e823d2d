import ShellCommands
import ShellOutput
import ShellLanguage
import CoreEvents

@MainActor
final class PromptLoop: StatementSource {
  private let shell: Shell
  private let prompt: PromptState
  private let pipelines: PipelineRunner
  private let errors: ErrorReporter
  private let secrets: SecretGuard
  private let interface: Interface
  private var parser = ScriptParser()
  private var wasWarned = false

  /// The parts of the terminal's user interface that only the prompt uses.
  struct Interface {
    var prompt: @MainActor () -> Prompt
    var completer: (any Completer)?
    var screen: (any PagedOutput)?
  }

  init(
    _ shell: Shell, _ prompt: PromptState, interface: Interface
  ) {
    self.shell = shell
    self.prompt = prompt
    pipelines = PipelineRunner(shell)
    errors = ErrorReporter(shell)
    secrets = SecretGuard(shell)
    self.interface = interface
  }

  /// Reads and runs statements until the user leaves.
  ///
  /// - Returns: the exit status of the shell.
  func run() async -> ExitStatus {
    while true {
      shell.interrupts.reset()
      do {
        if let text = try await read() {
          try await run(typed: text)
          wasWarned = false
        } else if parser.isIncomplete {
          endUnfinished()
        } else if mayLeave() {
          return shell.variables.status
        }
      } catch let exit as ShellExit {
        if mayLeave() { return exit.status }
      } catch is CancellationError {
        // Ctrl-C discards an unfinished statement.
        drop()
        shell.variables.status = .interrupted
      } catch {
        // Without a line reader the prompt cannot continue.
        errors.report(ShellError(error), file: shell.host.identity.name)
        return .failure
      }
    }
  }

  /// Whether the user may leave: nothing would be lost, or the warning was shown just before.
  private func mayLeave() -> Bool {
    guard !wasWarned, let reason = shell.host.background.reasonToStay else { return true }
    wasWarned = true
    shell.streams.report(reason)
    return false
  }

  private func read() async throws -> String? {
    shell.host.bus.deliverPending()
    shell.host.background.willReadLine()
    let firstPrompt = interface.prompt()
    let completer = interface.completer.map { OpenStatement($0, before: prompt.statement) }
    return try await shell.interrupts.readingLine { [reader = prompt.reader, parser] in
      try await reader.readLine(
        parser.isIncomplete ? Self.continuationPrompt(after: firstPrompt, parser) : firstPrompt,
        completer: completer)
    }
  }

  private func run(typed text: String) async throws {
    shell.modules.catchUp()
    for line in Self.lines(of: text) {
      guard !shell.isInterrupted else { throw CancellationError() }
      prompt.statement += parser.isIncomplete ? "\n" + line : line
      do {
        switch try feed(line) {
        case .incomplete: continue
        case .blank: prompt.statement = ""
        case .complete(let list):
          secrets.remember(prompt.statement, parsed: list, at: prompt)
          try await run(list)
          prompt.statement = ""
        }
      } catch let error as SyntaxError {
        secrets.remember(prompt.statement, at: prompt)
        report(error.shellError)
        // The rest of a paste may be the rest of a secret, so it is neither run nor kept.
        // Nor is the rest of a block with an error, whose commands would run outside it.
        if parser.isSkipping || secrets.holdsSecret(prompt.statement) { return drop() }
        prompt.statement = ""
      }
    }
  }

  /// Splits bytes, because CR LF is a single character.
  private static func lines(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  private func feed(_ line: String) throws -> ScriptParser.Result {
    var line = line
    return try line.withUTF8 { try parser.feed($0) }
  }

  private func run(_ list: CommandList) async throws {
    interface.screen?.beginStatement()
    let outcome: Result<Void, any Error>
    do {
      try await pipelines.run(list, from: self)
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    try? shell.streams.flush()
    await interface.screen?.endStatement()
    // A closed pager discards the rest of these results, but not the results of later statements.
    shell.streams.recover()
    do {
      try outcome.get()
    } catch is OutputClosed {
      shell.variables.status = .success
    } catch let error as ShellError where error.code == .interrupted {
      // Ctrl-C arrived between two commands of the line.
      throw CancellationError()
    }
  }

  private func endUnfinished() {
    do throws(SyntaxError) {
      try parser.finish()
    } catch {
      report(error.shellError)
    }
    drop()
  }

  private func drop() {
    parser.reset()
    prompt.statement = ""
  }

  private func report(_ error: ShellError) {
    shell.variables.status = error.status
    errors.report(error, source: prompt.statement)
  }

  /// Returns the prompt for a statement's later lines: as wide as the first one, and with the open quote,
  /// parenthesis or brace.
  private static func continuationPrompt(after prompt: Prompt, _ parser: ScriptParser) -> Prompt {
    let open = parser.isInParentheses ? "(" : parser.isInBlock ? "{" : "-"
    let mark = (parser.openQuote ?? open) + "> "
    let blanks = max(0, TerminalText.width(of: prompt.text) - mark.utf8.count)
    return Prompt(
      String(repeating: " ", count: blanks) + mark, isAlarming: prompt.isAlarming)
  }
}

extension PromptLoop {
  var stopsAtFailure: Bool { false }

  var text: String { prompt.statement }

  func note(_ status: ExitStatus) {}

  // The typed line is right above, so it is repeated only to mark a position in it.
  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    // The terminal has already echoed ^C.
    if error == .interrupted { return }
    let hasPlace = error.range != nil || error.word != nil
    if hasPlace {
      errors.report(error.located(in: words), format: format, source: prompt.statement)
    } else {
      errors.report(error, format: format)
    }
  }
}

/// Completes the last line of a statement whose earlier lines were already read.
@MainActor
private final class OpenStatement: Completer {
  private let completer: any Completer
  private let before: String

  var typedBefore: String { before }

  init(_ completer: any Completer, before: String) {
    self.completer = completer
    self.before = before.isEmpty ? "" : before + "\n"
  }

  func completion(of text: String, at cursor: Int) -> Completion {
    let shift = before.utf8.count
    var completion = completer.completion(of: before + text, at: shift + cursor)
    completion.start = max(0, completion.start - shift)
    return completion
  }

  func writes(_ statement: String) -> Bool { completer.writes(statement) }

  func highlights(of text: String, at cursor: Int) -> [Highlight] {
    let shift = before.utf8.count
    return completer.highlights(of: before + text, at: shift + cursor).compactMap { part in
      guard part.range.upperBound > shift else { return nil }
      return Highlight(
        max(0, part.range.lowerBound - shift)..<part.range.upperBound - shift, part.role)
    }
  }
}

/// Shows the results of typed statements, in a pager if they are longer than the screen.
@MainActor
package protocol PagedOutput: AnyObject {
  /// Called before a statement writes results.
  func beginStatement()

  /// Called after a statement has written everything; waits until the user leaves the pager.
  func endStatement() async
}
