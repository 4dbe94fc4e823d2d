import CoreJSON
import ShellCommands
package import ShellLanguage
package import ShellOutput

/// Reports errors on standard error, in the format of the results and without secrets.
@MainActor
package struct ErrorReporter {
  private let shell: Shell

  package init(_ shell: Shell) {
    self.shell = shell
  }

  /// Reports why something failed.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - format: the output format requested by the failed command, if any.
  ///   - file: the name of the script.
  ///   - line: the number of the line in the script.
  ///   - source: the failed statement; possible secrets are masked, since errors end up in logs.
  package func report(
    _ error: ShellError, format: OutputFormat? = nil, file: String? = nil, line: Int? = nil,
    source: String? = nil
  ) {
    if let held = shell.scope.heldFailures {
      held.add(error) { write($0, format: format, file: file, line: line, source: source) }
    } else {
      write(error, format: format, file: file, line: line, source: source)
    }
  }

  private func write(
    _ error: ShellError, format: OutputFormat?, file: String?, line: Int?, source: String?
  ) {
    var error = error.masking(shell.host.secrets)
    if let hint = error.hint, shell.modules.quotesDisabled(hint) { error.hint = nil }
    let source = source.map { SecretGuard(shell).masked($0, moving: &error) }
    shell.streams.report(
      Diagnostic(error, file: file, line: line, source: source),
      format: format ?? shell.settings.output)
  }

  /// Returns the output format requested by a command's words, even if they do not fit the command.
  static func format(in words: [Word]) -> OutputFormat? {
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

extension ShellError {
  /// The error with the range of its word in a command, or of the whole command.
  package func located(in words: [Word]) -> ShellError {
    guard range == nil else { return self }
    if let word, words.indices.contains(word) {
      var error = noting(words)
      error.range = words[word].start..<words[word].end
      return error
    }
    return spanning(words)
  }

  /// The error, which is one of data if its word among these has a variable.
  func noting(_ words: [Word]) -> ShellError {
    guard code == .usage, let word, words.indices.contains(word),
      words[word].hasVariables || words[word].hasData
    else { return self }
    return ofData
  }

  /// The error with `…` in place of secrets.
  fileprivate func masking(_ secrets: SecretTexts) -> ShellError {
    let problems = problems.map { problem in
      let text = String(decoding: problem.jsonBytes, as: UTF8.self)
      return secrets.occur(in: text)
        ? (try? JSONValue(json: secrets.masked(text))) ?? .null : problem
    }
    var error = ShellError(
      code, secrets.masked(message), hint: hint.map(secrets.masked), problems: problems,
      body: body.map(secrets.masked), status: status, word: word)
    error.range = range
    return error.adding(details: details.map(secrets.masked))
  }

  /// Adds the position among a stage's words to an error; errors that end the shell or the preceding command
  /// are returned unchanged.
  static func located(_ error: any Error, in words: [Word]) -> any Error {
    switch error {
    case is OutputClosed, is CancellationError, is ShellExit, is ReportedFailure: error
    default: ShellError(error).located(in: words)
    }
  }

  /// The error with the range of some words.
  package func spanning(_ words: [Word]) -> ShellError {
    var error = self
    if let first = words.first, let last = words.last { error.range = first.start..<last.end }
    return error
  }

  static func shifted(_ error: any Error, by count: Int) -> any Error {
    guard var error = (error as? any ShellErrorConvertible)?.shellError else { return error }
    error.word = (error.word ?? 0) + count
    return error
  }
}

/// Thrown by a command that ends the shell.
package struct ShellExit: Error {
  package let status: ExitStatus

  package init(status: ExitStatus) {
    self.status = status
  }
}

/// Thrown by a command whose script failed and has reported the reason.
package struct ReportedFailure: Error {
  package let status: ExitStatus

  package init(status: ExitStatus) {
    self.status = status
  }
}
