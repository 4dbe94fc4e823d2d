import Glibc
import ShellOutput

/// Runs scripts: texts, descriptors and files.
@MainActor
final class ScriptRunner {
  private let state: ShellState
  private let pipelines: PipelineRunner
  private let errors: ErrorReporter

  init(_ state: ShellState, pipelines: PipelineRunner, errors: ErrorReporter) {
    self.state = state
    self.pipelines = pipelines
    self.errors = errors
  }

  /// Runs a script to its end or its first failure.
  ///
  /// - Parameter name: the name of the script in errors.
  /// - Returns: the status of the first failure, or of success.
  /// - Throws: ``ShellExit`` if a command ends the shell, ``OutputClosed`` if the reader of the
  ///   results is gone.
  func run(
    _ input: LineInput, named name: String, keepsGoing: Bool = false
  ) async throws -> ExitStatus {
    try await ScriptRun(
      name: name, input: input, state: state, pipelines: pipelines, errors: errors,
      keepsGoing: keepsGoing
    ).run()
  }

  /// Runs a script file inside the current run; variables that it sets stay set.
  ///
  /// The caller limits how deeply scripts source one another, with ``ShellState/nesting(_:)``.
  ///
  /// - Throws: ``ShellError`` if the file cannot be read, ``ReportedFailure`` if the script failed.
  func source(_ path: String, arguments: [String]) async throws {
    // Without O_NONBLOCK, opening a named pipe without a writer would block; reading it uses
    // poll(2).
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ShellError(system: "cannot read '\(path)'")
    }
    let outer = state.variables.script
    state.variables.script = .init(name: path, arguments: arguments)
    state.scriptDepth += 1
    defer {
      state.scriptDepth -= 1
      state.variables.script = outer
      close(descriptor)
    }
    let status = try await run(LineInput(descriptor: descriptor), named: path)
    if status != .success { throw ReportedFailure(status: status) }
  }

  /// Runs the script that a prompt begins with, if the file exists; a failing line does not end it.
  ///
  /// - Throws: ``ShellError`` if the file cannot be read or other users may change it,
  ///   ``ShellExit`` if a command ends the shell.
  func runStartup(_ path: String) async throws {
    guard let descriptor = try Self.openStartup(path) else { return }
    defer { close(descriptor) }
    state.scriptDepth += 1
    defer { state.scriptDepth -= 1 }
    _ = try await run(LineInput(descriptor: descriptor), named: path, keepsGoing: true)
  }

  private static func openStartup(_ path: String) throws -> Int32? {
    // O_NONBLOCK, because opening a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw ShellError(system: "cannot read '\(path)'")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ShellError(.failed, "cannot read '\(path)': it is not a regular file")
    }
    guard status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      close(descriptor)
      throw ShellError(
        .failed, "'\(path)' is not run, because others may change it",
        hint: status.st_uid == geteuid() ? "chmod go-w '\(path)'" : "it must belong to you")
    }
    return descriptor
  }
}
