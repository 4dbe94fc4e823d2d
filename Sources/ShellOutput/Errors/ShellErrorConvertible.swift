/// An error that knows how the shell should tell it.
///
/// A feature's own errors conform, so that a command may let them pass.
public protocol ShellErrorConvertible: Error {
  /// The error in the shell's form: a code with its exit status, a message, what to do next.
  var shellError: ShellError { get }
}

extension ShellError: ShellErrorConvertible {
  /// The error itself.
  public var shellError: ShellError { self }
}

extension ShellError {
  /// Puts any error into the shell's form.
  ///
  /// A `CancellationError` is an interruption. An error that is not ``ShellErrorConvertible`` is
  /// told by its description, which is all that is known of it.
  public init(_ error: any Error) {
    switch error {
    case let error as any ShellErrorConvertible: self = error.shellError
    case is CancellationError: self = .interrupted
    default: self.init(.failed, "\(error)")
    }
  }

  /// The command was interrupted.
  public static var interrupted: ShellError { ShellError(.interrupted, "interrupted") }
}
