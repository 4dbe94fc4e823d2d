/// What a process does if its first word is a certain command, as in `seashell doctor`.
///
/// It is known before there is a configuration, so it is given to the program and not brought by a module.
@MainActor
public protocol ProcessRole: Sendable {
  /// The command.
  nonisolated var word: String { get }

  /// Whether it runs although the configuration is wrong.
  nonisolated var bearsBrokenConfiguration: Bool { get }

  /// Whether it runs for another program until its input ends, and not for one result.
  nonisolated var serves: Bool { get }

  /// Returns the console for all modules in this role.
  ///
  /// - Parameter console: the process's own.
  func console(around console: any Console) -> any Console
}

extension ProcessRole {
  /// False: a wrong configuration is an error.
  public nonisolated var bearsBrokenConfiguration: Bool { false }

  /// False: it ends with its result.
  public nonisolated var serves: Bool { false }

  /// The process's own console.
  public func console(around console: any Console) -> any Console { console }
}
