import SeashellKit
import Glibc

/// The process's standard input and output, reserved for the protocol.
struct ServingDescriptors {
  let input: Int32
  let output: Int32

  /// Takes both from the rest of the process: afterwards, reading standard input returns end of
  /// file, and writing to standard output writes to standard error.
  static func takeStandardStreams() throws -> ServingDescriptors {
    let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0, nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0,
      dup2(STDERR_FILENO, STDOUT_FILENO) >= 0
    else { throw ShellError(.failed, "cannot keep standard input and output for the protocol") }
    close(nothing)
    return ServingDescriptors(input: input, output: output)
  }
}
