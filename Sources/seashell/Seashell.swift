import CoreSystem
import ShellOutput
import CArguments
import Glibc

@main
struct Seashell {
  @MainActor
  static func main() async {
    // A reader that goes away is told by EPIPE, and a file that may not grow by EFBIG: both quiet.
    for quiet in [SIGPIPE, SIGXFSZ] { signal(quiet, SIG_IGN) }
    fillClosedStreams()
    checkOpenFiles()
    let status = await Composition.run(words())
    exit(status.rawValue)
  }

  /// Keeps the numbers of closed streams from files that are opened later; what uses them still fails.
  private static func fillClosedStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the process where it may open too few files, with a message: libdispatch would end it without.
  private static func checkOpenFiles() {
    let limit = OpenFiles.raiseLimit()
    guard limit < OpenFiles.fewest else { return }
    let message = """
      seashell: only \(limit) files may be open at once, and \(OpenFiles.fewest) are needed; \
      raise the limit with 'ulimit -n'

      """
    _ = message.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
    exit(ExitStatus.failure.rawValue)
  }

  /// The command line's words after the program's name; nil where one is not UTF-8.
  ///
  /// Swift's own `CommandLine` finds no words where a preloaded library has set a variable, and repairs
  /// what is not UTF-8 without a word.
  private static func words() -> [String]? {
    let arguments = UnsafeBufferPointer(
      start: seashell_arguments(), count: Int(seashell_argument_count()))
    var words: [String] = []
    for argument in arguments.dropFirst() {
      guard let argument, let word = String(validatingCString: argument) else { return nil }
      words.append(word)
    }
    return words
  }
}
