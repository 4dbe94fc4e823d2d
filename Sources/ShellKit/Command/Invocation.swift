/// One run of a command: the words it was given, and where its results go.
@MainActor
public struct Invocation {
  /// The words, bound to the command's specification.
  public let arguments: BoundArguments

  /// Takes the command's results.
  public let output: Output

  /// The shell that runs the command, for the language's own.
  let shell: Shell

  /// Every word as expanded, the command's own name first.
  var words: [Word] { arguments.words }
}
