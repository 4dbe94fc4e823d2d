import CoreLoop
import CoreSystem
import ShellOutput
import Glibc
import Synchronization

/// A running program of a pipeline, or a pager, started directly and not by another shell.
package final class ProgramStage: Sendable {
  /// The program's words, its name first.
  let words: [String]
  private let process: pid_t
  /// Whether the program leads a process group of its own, which is signalled as a whole.
  private let leadsGroup: Bool
  private let isReaped = Mutex(false)

  /// Starts a program from PATH.
  ///
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - input: becomes its standard input.
  ///   - output: becomes its standard output.
  ///   - errors: becomes its standard error; nil for the shell's own.
  ///   - leadsGroup: whether it gets a process group of its own, so that the terminal's Ctrl-C does not
  ///     reach it.
  /// - Throws: ``ShellOutput/ShellError`` if there is no such program or it cannot be started.
  package init(
    _ words: [String], input: Int32, output: Int32, errors: Int32? = nil, leadsGroup: Bool = false
  ) throws {
    self.words = words
    self.leadsGroup = leadsGroup
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT] { sigaddset(&defaults, signal) }
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    if leadsGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let result = OpenFiles.withInheritedLimit {
      posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ)
    }
    guard result == 0 else { throw Self.failure(words[0], result) }
    self.process = process
    if leadsGroup {
      ProcessGroups.add(process, endedBy: SIGTERM)
    }
    Self.running.withLock { _ = $0.insert(process) }
  }

  /// The process ids of all running programs.
  private static let running = Mutex<Set<pid_t>>([])

  /// Sends SIGTERM to all running programs and waits briefly for them, and kills the process groups of
  /// modules; called before the shell ends at once.
  package static func terminateAll() {
    ProcessGroups.killAll()
    running.withLock { processes in
      for process in processes { kill(process, SIGTERM) }
    }
    // The main thread, which reaps them, may be this one or be blocked.
    for _ in 1...20 where running.withLock({ !$0.allSatisfy(hasEnded) }) { poll(nil, 0, 10) }
  }

  /// How a program ended.
  package struct End: Sendable, Equatable {
    /// The exit status; 128 plus the signal's number if a signal ended the program.
    package let status: Int32
    /// The signal that ended the program; nil if it exited.
    package let signal: Int32?

    /// Whether the program failed; that the reader of its output is gone is no failure.
    var isFailure: Bool { status != 0 && status != 128 + SIGPIPE }
  }

  /// Waits until the program has ended, also if the caller's task is cancelled.
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

  /// Sends SIGTERM to the program, or to its whole group, and SIGKILL a second later to what is left.
  ///
  /// The program itself may be reaped by then; its id stays that of the group, and no other's, while the
  /// group has members.
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

  /// Whether a program that is not reaped has ended.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    let code = waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT | WNOHANG)
    // If the shell was started with SIGCHLD ignored, the system has reaped it.
    return code != 0 || information.si_signo != 0
  }

  /// Reaps the program, which has ended.
  ///
  /// It reaps under the lock, so that no signal reaches another process that gets the same id.
  private func reap() -> End {
    isReaped.withLock { isReaped in
      isReaped = true
      if leadsGroup { ProcessGroups.remove(process) }
      Self.running.withLock { _ = $0.remove(process) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      return signal == 0
        ? End(status: (status >> 8) & 0xFF, signal: nil) : End(status: 128 + signal, signal: signal)
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
