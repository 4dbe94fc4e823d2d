import Glibc
import ShellOutput

/// Runs scripts: texts, descriptors and files.
@MainActor
struct ScriptRunner {
  private let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
  }

  /// Runs a script to its end or its first failure, whose status it returns.
  func run(
    _ input: LineInput, named name: String, keepsGoing: Bool = false
  ) async throws -> ExitStatus {
    let script = ScriptRun(
      name: name, input: input, shell: shell, keepsGoing: keepsGoing)
    let outer = shell.scope.scriptPlace
    shell.scope.scriptPlace = { [name, unowned script] in (name, script.firstLine) }
    defer { shell.scope.scriptPlace = outer }
    return try await script.run()
  }

  /// Runs a script file inside the current run; variables set by it stay set.
  ///
  /// The caller limits how deeply scripts can source each other, with ``Shell/nesting(_:)``.
  func source(_ path: String, arguments: [String]) async throws {
    // Without O_NONBLOCK, opening a named pipe without a writer would block; reading it uses
    // poll(2).
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ShellError(system: "cannot read '\(path)'")
    }
    let outer = shell.variables.script
    shell.variables.script = .init(name: path, arguments: arguments)
    shell.scope.scriptDepth += 1
    defer {
      shell.scope.scriptDepth -= 1
      shell.variables.script = outer
      close(descriptor)
    }
    let status = try await run(LineInput(descriptor: descriptor), named: path)
    if status != .success { throw ReportedFailure(status: status) }
  }

  /// Runs the startup script of a prompt, if the file exists; a failing line does not end it.
  ///
  /// Throws if the file cannot be read or other users may change it.
  func run(_ file: StartupFile) async throws {
    guard let descriptor = try file.open() else { return }
    defer { close(descriptor) }
    shell.scope.scriptDepth += 1
    defer { shell.scope.scriptDepth -= 1 }
    _ = try await run(LineInput(descriptor: descriptor), named: file.path, keepsGoing: true)
  }
}
