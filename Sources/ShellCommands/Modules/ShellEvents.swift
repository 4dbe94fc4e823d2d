public import CoreEvents

/// A command ended.
///
/// It names the command and never its words, which may be secret.
public struct CommandFinished: Event {
  /// The event's name: `shell.command.finished`.
  public static let name = "shell.command.finished"

  /// The command as typed, without its words: `reviews add`.
  public let command: String

  /// Its exit status.
  public let status: Int32

  /// How long it took, in seconds.
  public let duration: Double

  /// Creates the event.
  public init(command: String, status: Int32, duration: Double) {
    self.command = command
    self.status = status
    self.duration = duration
  }
}
