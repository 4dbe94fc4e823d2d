import CoreSystem
import Glibc

/// A program that a test needs, killed when the object is released.
public final class ChildProcess: Sendable {
  private let process: pid_t

  /// The first line that it wrote to standard output.
  public let firstLine: String

  /// Starts a program.
  ///
  /// - Parameter speaks: whether to wait for its first line, or its end.
  public init(_ words: [String], speaks: Bool = true) throws {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe.writing, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    close(pipe.writing)
    guard code == 0 else { throw FaultServerError("\(words[0]) did not start: \(code)") }
    self.process = process
    var line = ""
    var byte: UInt8 = 0
    while speaks, read(pipe.reading, &byte, 1) == 1, byte != 0x0A {
      line.append(Character(Unicode.Scalar(byte)))
    }
    firstLine = line
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Runs a program, and waits until it exits.
  public static func run(_ words: [String]) throws {
    let child = try ChildProcess(words)
    var info = siginfo_t()
    waitid(P_PID, id_t(child.process), &info, WEXITED | WNOWAIT)
  }
}
