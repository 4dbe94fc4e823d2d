/// How the command that runs in the current task wants its data read and written.
///
/// The options `--fresh` and `--later` set it. It is task-local, so that it reaches the services that
/// the command uses, and no others.
public struct DataPreference: Sendable, Hashable {
  /// The preference of the running command.
  public static var current: DataPreference { Current.preference }

  /// Whether only the service's own answer will do, and none that was stored earlier.
  public var isFresh: Bool

  /// Whether writes are put into the queue in place of being sent.
  public var isLater: Bool

  /// Creates a preference; by default, nothing special.
  public init(isFresh: Bool = false, isLater: Bool = false) {
    self.isFresh = isFresh
    self.isLater = isLater
  }

  /// Runs a body with this preference.
  package func apply<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Current.$preference.withValue(self) { try await body() }
  }

  private enum Current {
    @TaskLocal static var preference = DataPreference()
  }
}

/// What a command can do while its service cannot be reached.
public enum OfflineUse: String, Sendable, Codable {
  /// Nothing special.
  case none
  /// It reads through a store, and has the option `--fresh`.
  case reads
  /// Its write can wait in the queue: it has the option `--later`.
  case writes
}

/// Thrown in place of a result by a command whose write waits in the queue.
///
/// It is no failure: the shell shows the notice, and the command's status is 0.
public struct CommandPostponed: Error, Sendable, Equatable {
  /// The write's name in the queue: `q-12`.
  public let write: String

  /// What waits, for the user.
  public let notice: String

  /// Creates the outcome.
  public init(write: String, notice: String) {
    self.write = write
    self.notice = notice
  }
}
