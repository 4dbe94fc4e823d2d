/// An example that does not work as written, or a command without an example.
public struct ExampleFailure: Sendable, Equatable, CustomStringConvertible {
  /// The command as it is typed: `wishlist show`.
  public let command: String

  /// The example; nil if the command has none.
  public let line: String?

  /// The example's exit status; 0 if it succeeded but listed nothing, or if there is no example.
  public let status: Int32

  /// The problem; for an example that failed, its standard error.
  public let errors: String

  init(command: String, line: String? = nil, status: Int32 = 0, errors: String) {
    self.command = command
    self.line = line
    self.status = status
    self.errors = errors
  }

  /// The command, the example, its exit status and what is wrong.
  public var description: String {
    guard let line else { return "\(command): \(errors)" }
    return status == 0
      ? "\(command): the example '\(line)' does not work: \(errors)"
      : "\(command): the example '\(line)' fails with status \(status)\n\(errors)"
  }
}
