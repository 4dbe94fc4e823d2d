import Glibc

/// Another program that a test needs, which ends with whoever holds it.
public final class ChildProcess: Sendable {
  private let process: pid_t

  /// What it wrote to standard output, up to the end of its first line.
  public let firstLine: String

  /// Starts a program.
  ///
  /// - Parameter speaks: whether to wait for its first line, or its end.
  public init(_ words: [String], speaks: Bool = true) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FaultServerError("no pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    close(ends[1])
    guard code == 0 else { throw FaultServerError("\(words[0]) did not start: \(code)") }
    self.process = process
    var line = ""
    var byte: UInt8 = 0
    while speaks, read(ends[0], &byte, 1) == 1, byte != 0x0A {
      line.append(Character(Unicode.Scalar(byte)))
    }
    firstLine = line
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Runs a program to its end.
  public static func run(_ words: [String]) throws {
    let child = try ChildProcess(words)
    var info = siginfo_t()
    waitid(P_PID, id_t(child.process), &info, WEXITED | WNOWAIT)
  }
}
