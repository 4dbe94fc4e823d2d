/// One run of a command: the words it was given, and where its results go.
@MainActor
public struct Invocation {
  /// The words, bound to the command's specification.
  public let arguments: BoundArguments

  /// Takes the command's results.
  public let output: Output

  /// The shell that runs the command, for the language's own.
  let shell: Shell

  /// Whether the user typed the command at a prompt, and so can go on from it with the next one.
  public var isTyped: Bool { shell.isTyped }

  /// Tells a line that is no result on standard error, at once; `-q` leaves it out.
  ///
  /// It is for a command that runs for long: at a prompt, what a console is told waits until the command
  /// is over.
  public func tell(_ notice: String) {
    if !shell.settings.isQuiet { shell.streams.tell(notice) }
  }

  /// Every word as expanded, the command's own name first.
  var words: [Word] { arguments.words }
}
