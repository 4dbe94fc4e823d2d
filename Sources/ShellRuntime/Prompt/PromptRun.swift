import ShellCommands
import ShellOutput
import ShellLanguage
import CoreEvents

/// A user at the prompt: lines are read, and what they say is run, until the user leaves.
@MainActor
package final class PromptRun: StatementSource {
  let reader: any LineReader
  let console: any Console
  /// Whether what is typed is kept in the history.
  var keepsHistory = true

  private let shell: Shell
  private let parts: Prompts
  private var parser = ScriptParser()
  /// The lines of the statement at hand, joined by newlines.
  private var statement = ""

  /// What a prompt is made of besides the shell.
  struct Prompts {
    /// What stands before a statement's first line.
    var prompt: @MainActor () -> Prompt
    /// Completes words.
    var completer: (any Completer)?
    /// Shows results.
    var screen: (any PagedOutput)?
  }

  init(_ shell: Shell, reader: any LineReader, console: any Console, parts: Prompts) {
    self.shell = shell
    self.reader = reader
    self.console = console
    self.parts = parts
  }

  /// Reads and runs until the user leaves.
  ///
  /// - Returns: the status to end with.
  func run() async -> ExitStatus {
    while true {
      shell.interrupts.lower()
      do {
        if let text = try await read() {
          try await run(typed: text)
        } else if parser.isIncomplete {
          giveUp()
        } else {
          return shell.variables.status
        }
      } catch let exit as ShellExit {
        return exit.status
      } catch is CancellationError {
        // Ctrl-C: whatever was typed of the statement is dropped.
        drop()
        shell.variables.status = .interrupted
      } catch {
        // Where no line can be read there is nobody to go on for.
        shell.report(ShellError(error), file: "seashell")
        return .failure
      }
    }
  }

  private func read() async throws -> String? {
    shell.bus.deliverPending()
    let prompt = parts.prompt()
    let completer = parts.completer.map { OpenStatement($0, before: statement) }
    return try await shell.interrupts.cancelling { [reader, parser] in
      try await reader.readLine(
        parser.isIncomplete ? Self.secondary(prompt, parser) : prompt, completer: completer)
    }
  }

  /// Runs what was typed or pasted: as many statements as there are.
  private func run(typed text: String) async throws {
    for line in Self.lines(of: text) {
      guard !shell.isInterrupted else { throw CancellationError() }
      statement += parser.isIncomplete ? "\n" + line : line
      do {
        switch try feed(line) {
        case .incomplete: continue
        case .blank: statement = ""
        case .complete(let list):
          remember()
          try await run(list)
          statement = ""
        }
      } catch let error as SyntaxError {
        remember()
        tell(error.shellError, format: nil)
        // What is left of a paste may be what is left of the secret: it is neither run nor kept.
        if shell.holdsSecret(statement) { return drop() }
        statement = ""
      }
    }
  }

  /// The lines, without the carriage returns at their ends; cut by bytes, since CR LF is one character.
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
    parts.screen?.beginStatement()
    let outcome: Result<Void, any Error>
    do {
      try await shell.run(list, from: self)
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    try? shell.streams.flush()
    await parts.screen?.endStatement()
    // Whoever closed a pager wants to see no more of this, but all of what comes.
    shell.streams.recover()
    do {
      try outcome.get()
    } catch is OutputClosed {
      shell.variables.status = .success
    }
  }

  /// Ends what is open, which nothing will close any more.
  private func giveUp() {
    do throws(SyntaxError) {
      try parser.finish()
    } catch {
      tell(error.shellError, format: nil)
    }
    drop()
  }

  private func drop() {
    parser.reset()
    statement = ""
  }

  private func remember() {
    guard keepsHistory, !shell.isSecret(statement) else { return }
    reader.remember(statement)
  }

  /// Keeps the statement at hand with what a form has added to it, unless the statement is kept out.
  func remember(completed: String) {
    guard keepsHistory, !shell.isSecret(statement), !shell.isSecret(completed) else { return }
    reader.remember(completed)
  }

  private func tell(_ error: ShellError, format: OutputFormat?) {
    shell.variables.status = error.status
    shell.report(error, format: format, source: statement)
  }

  /// What stands before a statement's further lines: as wide as what stood before the first, and
  /// with the quote that is open.
  private static func secondary(_ prompt: Prompt, _ parser: ScriptParser) -> Prompt {
    let mark = (parser.openQuote ?? "-") + "> "
    let blanks = max(0, TerminalText.width(of: prompt.text) - mark.utf8.count)
    return Prompt(
      String(repeating: " ", count: blanks) + mark, isAlarming: prompt.isAlarming)
  }
}

extension PromptRun {
  var stopsAtFailure: Bool { false }

  func note(_ status: ExitStatus) {}

  // The line stands right above, so it is shown again only to mark a place in it.
  func report(_ error: ShellError, in words: [Word]) {
    let hasPlace = error.range != nil || error.word != nil
    let format = Shell.format(askedForIn: words)
    // Of an interruption the terminal has shown the ^C.
    if error == .interrupted { return }
    if hasPlace {
      shell.report(Shell.located(error, in: words), format: format, source: statement)
    } else {
      shell.report(error, format: format)
    }
  }
}

/// Completes the last line of a statement whose lines before it are known.
@MainActor
private final class OpenStatement: Completer {
  private let completer: any Completer
  private let before: String

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
}
