import ShellCommands
import ShellOutput
import SeashellKit
import CoreSystem
import CArguments
import Glibc

enum LaunchedProcess {
  /// Returns false, after printing the reason, if the process may open too few files to run.
  static func prepare(for identity: ShellIdentity) -> Bool {
    CrashReport.install()
    // A closed pipe then fails with EPIPE, and a file at its size limit with EFBIG.
    for quiet in [SIGPIPE, SIGXFSZ] { signal(quiet, SIG_IGN) }
    // A parent that starts the shell on a thread with blocked signals, such as one of Dispatch, does not
    // intend them to be blocked here.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    fillClosedStreams()
    return checkOpenFiles(for: identity)
  }

  /// The arguments after the program's name; nil if one of them is not UTF-8.
  ///
  /// Swift's `CommandLine` finds none if a preloaded library has set an environment variable, and silently
  /// repairs invalid UTF-8.
  static var arguments: [String]? {
    let arguments = UnsafeBufferPointer(
      start: seashell_arguments(), count: Int(seashell_argument_count()))
    var words: [String] = []
    for argument in arguments.dropFirst() {
      guard let argument, let word = String(validatingCString: argument) else { return nil }
      words.append(word)
    }
    return words
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Removes variables with a name prefix from the process's environment, like `ProcessVariables.take(_:)`,
  /// and returns their values by the rest of their names.
  static func takeVariables(withPrefix prefix: String) -> [String: String] {
    var names: [String] = []
    var next = environ
    // One C string for all entries.
    prefix.withCString { start in
      let length = strlen(start)
      while let entry = next.pointee {
        if strncmp(entry, start, length) == 0 {
          names.append(String(String(cString: entry).prefix { $0 != "=" }))
        }
        next += 1
      }
    }
    var values: [String: String] = [:]
    for name in names { values[String(name.dropFirst(prefix.count))] = ProcessVariables.take(name) }
    return values
  }

  /// The environment for another process of this program, with the variables that this one has taken.
  static func environment(with taken: [String: String]) -> [String: String] {
    var values = taken.merging(SecretVariables.process.values) { first, _ in first }
    for name in variableNames() { values[name] = variable(name) }
    return values
  }

  static func variableNames() -> [String] {
    var names: [String] = []
    var next = environ
    while let entry = next.pointee {
      names.append(String(String(cString: entry).prefix { $0 != "=" }))
      next += 1
    }
    return names
  }

  /// Opens /dev/null in place of each closed standard stream.
  ///
  /// Otherwise the next opened file would get its descriptor. Using the stream still fails.
  private static func fillClosedStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Returns false, after printing the reason, if the process may open too few files to run.
  ///
  /// Without this check, the main thread's loop or libdispatch would end the process without a message.
  static func checkOpenFiles(for identity: ShellIdentity) -> Bool {
    let limit = OpenFiles.raiseLimit()
    guard limit < OpenFiles.fewest else { return true }
    writeError(
      "\(identity.name): only \(limit) files may be open at once, and \(OpenFiles.fewest) are needed; "
        + "raise the limit with 'ulimit -n'")
    return false
  }

  /// Writes a line to standard error, from any thread.
  static func writeError(_ line: String) {
    let text = TerminalText.escaped(line) + "\n"
    _ = text.utf8.withContiguousStorageIfAvailable {
      write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }
}
