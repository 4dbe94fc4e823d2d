public import ShellOutput

/// How the current task's command wants its data read and written.
///
/// The options `--fresh`, `--later`, `--retries` and `--no-retry` set it. It is task-local, so that it
/// affects only the services that the command uses.
public struct DataPreference: Sendable, Hashable {
  /// The preference of the running command.
  public static var current: DataPreference { Current.command.preference }

  /// Whether only an answer from the service is accepted, and no stored one.
  public var isFresh: Bool

  /// Whether writes are queued instead of sent.
  public var isLater: Bool

  /// How often a failed request is retried at most; nil if the command does not set it.
  public var retries: Int?

  /// Creates a preference; the default sets nothing.
  public init(isFresh: Bool = false, isLater: Bool = false, retries: Int? = nil) {
    self.isFresh = isFresh
    self.isLater = isLater
    self.retries = retries
  }

  /// Creates the preference from the options of a command that sends requests.
  ///
  /// - Throws: ``ShellOutput/ShellError`` `usage` if both `--retries` and `--no-retry` are given.
  package init(_ use: OfflineUse, _ arguments: BoundArguments) throws {
    self.init()
    if arguments.flag("no-retry") {
      retries = 0
      if let word = arguments.word(of: OptionSpecification.retries.name) {
        throw ShellError(
          .usage, "--retries and --no-retry cannot be used together", word: word)
      }
    } else {
      retries = arguments.text(OptionSpecification.retries.name).flatMap { Int($0) }
    }
    switch use {
    case .none: break
    case .reads: isFresh = arguments.flag(OptionSpecification.fresh.name)
    case .writes: isLater = arguments.flag(OptionSpecification.later.name)
    }
  }

  /// Whether the running command accepts `--later`.
  package static var offersLater: Bool { Current.command.offersLater }

  /// Asks the running command's user a yes-or-no question about a write that failed.
  ///
  /// - Returns: the answer, or nil if there is no user who can or should be asked.
  package static func ask(_ question: String) async throws -> Bool? {
    try await Current.command.ask?(question)
  }

  /// Whether nothing is set.
  package static var isUsual: Bool {
    let command = Current.command
    return command.preference == DataPreference() && !command.offersLater && command.ask == nil
  }

  /// Runs a command with this preference.
  ///
  /// - Parameters:
  ///   - offersLater: whether the command accepts `--later`.
  ///   - console: asks about a write that failed; nil not to ask.
  @MainActor
  package func apply(
    offeringLater offersLater: Bool, asking console: (any Console)?,
    _ body: () async throws -> Void
  ) async throws {
    let command = Current.Command(
      preference: self, offersLater: offersLater, ask: console.map(Current.Command.asking))
    try await Current.$command.withValue(command) { try await body() }
  }

  private enum Current {
    struct Command: Sendable {
      var preference = DataPreference()
      var offersLater = false
      var ask: (@MainActor @Sendable (_ question: String) async throws -> Bool?)?

      @MainActor
      static func asking(
        _ console: any Console
      ) -> @MainActor @Sendable (_ question: String) async throws -> Bool? {
        { question in console.isInteractive ? try await console.confirm(question) : nil }
      }
    }

    @TaskLocal static var command = Command()
  }
}

/// Thrown instead of a result by a command whose write waits in the queue.
///
/// This is not a failure: the shell shows the notice, and the command's status is 0. Services pass it on
/// unchanged.
public struct CommandPostponed: Error, Sendable, Equatable {
  /// The write's name in the queue: `q-12`.
  public let write: String

  /// The notice for the user about the waiting write.
  public let notice: String

  /// Creates the outcome.
  public init(write: String, notice: String) {
    self.write = write
    self.notice = notice
  }
}

extension CommandPostponed: ShellErrorConvertible {
  /// The error shown outside commands, for example in a module's own task.
  public var shellError: ShellError { ShellError(.failed, notice) }
}
