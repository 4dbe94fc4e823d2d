import CoreLoop
import CoreSystem
import ShellOutput
import Glibc
import Synchronization

/// A running program of a pipeline, or a pager, started directly instead of by another shell.
package final class ProgramStage: Sendable {
  let words: [String]
  private let process: pid_t
  /// Whether the program leads its own process group, which receives signals as a whole.
  private let leadsGroup: Bool
  private let isReaped = Mutex(false)

  /// Starts a program from PATH.
  ///
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - input: the program's standard input.
  ///   - output: the program's standard output.
  ///   - errors: the program's standard error; nil for the shell's own.
  ///   - leadsGroup: whether it gets its own process group, so that the terminal's Ctrl-C does not reach it.
  /// - Throws: ``ShellOutput/ShellError`` if the program does not exist or cannot be started.
  package init(
    _ words: [String], input: Int32, output: Int32, errors: Int32? = nil, leadsGroup: Bool = false
  ) throws {
    self.words = words
    self.leadsGroup = leadsGroup
    do throws(SpawnedProcess.Failure) {
      process = try SpawnedProcess.start(
        words[0], words: words, streams: (input, output, errors ?? -1),
        leadsGroup: leadsGroup)
    } catch {
      throw Self.failure(words[0], error.code)
    }
    if leadsGroup {
      ProcessGroups.add(process, endedBy: SIGTERM)
    }
    Self.running.withLock { _ = $0.insert(process) }
  }

  private static let running = Mutex<Set<pid_t>>([])

  /// Sends SIGTERM to all running programs, waits briefly for them, and kills the process groups of modules.
  ///
  /// Called before the shell ends at once.
  package static func terminateAll() {
    ProcessGroups.killAll()
    running.withLock { processes in
      for process in processes { kill(process, SIGTERM) }
    }
    // The main thread, which reaps them, may be this thread or may be blocked.
    for _ in 1...20 where running.withLock({ !$0.allSatisfy(hasEnded) }) { poll(nil, 0, 10) }
  }

  /// How a program ended.
  package struct End: Sendable, Equatable {
    /// The exit status; 128 plus the signal's number if a signal ended the program.
    package let status: Int32
    /// The signal that ended the program, if one did.
    package let signal: Int32?

    /// Whether the program failed; the end of its output's reader does not count as a failure.
    var isFailure: Bool { status != 0 && status != 128 + SIGPIPE }
  }

  /// Waits until the program has ended, even if the caller's task is cancelled.
  package func wait() async -> End {
    await Task { @MainActor in
      let descriptor = SpawnedProcess.exitDescriptor(of: process)
      defer { if descriptor >= 0 { close(descriptor) } }
      while !Self.hasEnded(process) {
        if descriptor >= 0 {
          try? await Readiness.wait(for: descriptor)
        } else {
          try? await Task.sleep(for: .milliseconds(10))
        }
      }
      return reap()
    }.value
  }

  /// Sends SIGINT to the program, as Ctrl-C does.
  func interrupt() { send(SIGINT) }

  /// Sends SIGTERM to the program or its whole group, and SIGKILL a second later to any that remain.
  ///
  /// The program itself may have been reaped by then. Its id stays reserved for the group while the group has
  /// members.
  func end() {
    send(SIGTERM)
    // This task has no owner: the program must end even if its caller is cancelled.
    Task { @MainActor in
      for _ in 1...20 {
        try? await Task.sleep(for: .milliseconds(50))
        guard leadsGroup ? kill(-process, 0) == 0 : !isReaped.withLock({ $0 }) else { return }
      }
      if leadsGroup { kill(-process, SIGKILL) } else { send(SIGKILL) }
    }
  }

  private func send(_ signal: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped { kill(leadsGroup ? -process : process, signal) }
    }
  }

  /// Whether a program that was not reaped yet has ended.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    let code = waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT | WNOHANG)
    // If the shell was started with SIGCHLD ignored, the system has reaped it.
    return code != 0 || information.si_signo != 0
  }

  /// Reaps the program under the lock, so that signals cannot reach another process that gets its
  /// id.
  private func reap() -> End {
    isReaped.withLock { isReaped in
      isReaped = true
      if leadsGroup { ProcessGroups.remove(process) }
      Self.running.withLock { _ = $0.remove(process) }
      return switch SpawnedProcess.reap(process) {
      case .status(let status): End(status: status, signal: nil)
      case .signal(let signal): End(status: 128 + signal, signal: signal)
      }
    }
  }

  private static func failure(_ program: String, _ code: Int32) -> ShellError {
    switch code {
    case ENOENT:
      ShellError(.unknownCommand, "no program on PATH is called '\(program)'")
    default:
      ShellError(system: "cannot start '\(program)'", code: code)
    }
  }
}
