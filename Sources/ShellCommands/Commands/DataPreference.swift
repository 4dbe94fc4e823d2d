public import ShellOutput

/// How the command that runs in the current task wants its data read and written.
///
/// The options `--fresh`, `--later`, `--retries` and `--no-retry` set it. It is task-local, so that it reaches the services that
/// the command uses, and no others.
public struct DataPreference: Sendable, Hashable {
  /// The preference of the running command.
  public static var current: DataPreference { Current.command.preference }

  /// Whether only the service's own answer will do, and none that was stored earlier.
  public var isFresh: Bool

  /// Whether writes are put into the queue in place of being sent.
  public var isLater: Bool

  /// How often a request that fails is sent again at most; nil if the command does not say.
  public var retries: Int?

  /// Creates a preference; by default, nothing special.
  public init(isFresh: Bool = false, isLater: Bool = false, retries: Int? = nil) {
    self.isFresh = isFresh
    self.isLater = isLater
    self.retries = retries
  }

  /// Creates the preference that the options of a command that sends requests state.
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

  /// Whether the running command's user could have passed `--later`.
  package static var offersLater: Bool { Current.command.offersLater }

  /// Asks the running command's user a yes-or-no question about a write that failed.
  ///
  /// - Returns: nil if no user can answer, or none is to be asked.
  package static func ask(_ question: String) async throws -> Bool? {
    try await Current.command.ask?(question)
  }

  /// Whether nothing special is set.
  package static var isUsual: Bool {
    let command = Current.command
    return command.preference == DataPreference() && !command.offersLater && command.ask == nil
  }

  /// Runs a command with this preference.
  ///
  /// - Parameters:
  ///   - offersLater: whether the user could have passed `--later`.
  ///   - console: asks about a write that failed; nil to ask nothing.
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

/// Thrown in place of a result by a command whose write waits in the queue.
///
/// Not a failure: the shell shows the notice, and the command's status is 0. A service passes it on
/// unchanged.
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

extension CommandPostponed: ShellErrorConvertible {
  /// The error that is shown outside of commands, such as in a module's own task.
  public var shellError: ShellError { ShellError(.failed, notice) }
}
