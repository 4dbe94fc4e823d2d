package import ShellOutput
import ShellLanguage
package import ShellCommands
import Glibc

extension Shell {
  /// Runs a text as a script.
  ///
  /// - Parameters:
  ///   - text: the script.
  ///   - name: what errors call it.
  /// - Returns: the status to end with.
  package func run(text: String, named name: String) async -> ExitStatus {
    await conclude {
      try await ScriptRun(name: name, input: LineInput(text: text), shell: self).run()
    }
  }

  /// Runs what a descriptor gives as a script, while it comes.
  ///
  /// - Returns: the status to end with.
  package func run(descriptor: Int32, named name: String) async -> ExitStatus {
    await conclude {
      try await ScriptRun(name: name, input: LineInput(descriptor: descriptor), shell: self).run()
    }
  }

  /// Runs a script file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - arguments: what it sees as `$1`, `$2` and so on.
  /// - Returns: the status to end with.
  package func run(file path: String, arguments: [String]) async -> ExitStatus {
    await conclude {
      try await self.nesting { try await self.source(path, arguments: arguments) }
      return .success
    }
  }

  /// Runs one command, whose words are taken as they are.
  ///
  /// - Returns: the status to end with.
  package func run(words: [String]) async -> ExitStatus {
    let words = words.map { Word($0) }
    return await conclude(in: Self.format(askedForIn: words)) {
      try await self.dispatch(words, to: self.streams.destination)
      return .success
    }
  }

  /// Writes the help of the program itself.
  package func run(help: HelpText) async -> ExitStatus {
    await conclude {
      try self.streams.output.writeLine(self.streams.text(of: help))
      return .success
    }
  }

  /// Runs a script file inside what runs; what it sets stays set.
  ///
  /// Whoever calls it bounds how deep scripts run one another, by ``nesting(_:)``.
  ///
  /// - Throws: ``ShellError`` where the file cannot be read, ``ReportedFailure`` where it failed.
  func source(_ path: String, arguments: [String]) async throws {
    // A named pipe without a writer would be waited for here, where nothing interrupts; what is read
    // from it is waited for by `poll`.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ShellError(system: "cannot read '\(path)'")
    }
    let outer = variables.script
    variables.script = .init(name: path, arguments: arguments)
    depth += 1
    defer {
      depth -= 1
      variables.script = outer
      close(descriptor)
    }
    let run = ScriptRun(name: path, input: LineInput(descriptor: descriptor), shell: self)
    let status = try await run.run()
    if status != .success { throw ReportedFailure(status: status) }
  }

  /// Runs a body to the shell's end: results are handed on, and what it throws becomes a status.
  ///
  /// - Parameter format: the form of results where the settings do not say.
  private func conclude(
    in format: OutputFormat? = nil, _ body: () async throws -> ExitStatus
  ) async -> ExitStatus {
    do {
      return flushed(try await body())
    } catch let exit as ShellExit {
      return flushed(exit.status)
    } catch let failure as ReportedFailure {
      return flushed(failure.status)
    } catch is OutputClosed {
      return .outputClosed
    } catch {
      let error = ShellError(error)
      report(error, format: format, file: "seashell")
      return flushed(error.status)
    }
  }

  private func flushed(_ status: ExitStatus) -> ExitStatus {
    let wasTold = status != .success && streams.output.failure != nil
    do {
      try streams.flush()
      return status
    } catch is OutputClosed {
      return .outputClosed
    } catch {
      if !wasTold { report(ShellError(error), file: "seashell") }
      return status == .success ? .failure : status
    }
  }

  /// Tells why something failed, in the form that results have.
  ///
  /// What may be a secret is not shown of a statement: what errors say is kept in logs.
  func report(
    _ error: ShellError, format: OutputFormat? = nil, file: String? = nil, line: Int? = nil,
    source: String? = nil
  ) {
    var error = error
    let source = source.map { masked($0, moving: &error) }
    streams.tell(
      Diagnostic(error, file: file, line: line, source: source), format: format ?? settings.output)
  }
}

extension ExitStatus {
  /// Nobody reads the results any more: what a process killed by SIGPIPE has.
  static let outputClosed = ExitStatus(rawValue: 128 + SIGPIPE)
}
