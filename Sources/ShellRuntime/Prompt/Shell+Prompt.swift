package import ShellCommands
package import ShellOutput
import Glibc

extension Shell {
  /// Has a user type commands until they leave.
  ///
  /// - Parameters:
  ///   - reader: reads the lines.
  ///   - console: asks for what commands leave out.
  ///   - prompt: gives what stands before a line.
  ///   - completer: completes words.
  ///   - screen: shows results, paged where they are long.
  ///   - startup: a script that is run before the first line; it need not exist.
  ///   - wasInterrupted: is called once for what the user interrupts, on any thread.
  /// - Returns: the status to end with.
  package func run(
    reader: any LineReader, console: any Console, prompt: @escaping @MainActor () -> Prompt,
    completer: (any Completer)? = nil, screen: (any PagedOutput)? = nil, startup: String? = nil,
    wasInterrupted: @escaping @Sendable () -> Void = {}
  ) async -> ExitStatus {
    let run = PromptRun(
      self, reader: reader, console: console,
      parts: .init(prompt: prompt, completer: completer, screen: screen))
    self.prompt = run
    defer { self.prompt = nil }
    logCommands()
    interrupts.beginPrompt(wasInterrupted: wasInterrupted)
    do {
      if let startup { try await runStartup(startup) }
      try streams.flush()
    } catch let exit as ShellExit {
      try? streams.flush()
      return exit.status
    } catch {
      report(ShellError(error))
    }
    let status = await run.run()
    try? streams.flush()
    return status
  }

  /// Runs the script that a prompt begins with; one failing line does not keep the others from it.
  private func runStartup(_ path: String) async throws {
    guard let descriptor = try Self.openIfThere(path) else { return }
    defer { close(descriptor) }
    let run = ScriptRun(
      name: path, input: LineInput(descriptor: descriptor), shell: self, keepsGoing: true)
    depth += 1
    defer { depth -= 1 }
    _ = try await run.run()
  }

  private static func openIfThere(_ path: String) throws -> Int32? {
    // A pipe would be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw ShellError(system: "cannot read '\(path)'")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ShellError(.failed, "cannot read '\(path)': it is no regular file")
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
