package import ShellCommands

/// The process that a shell runs in.
@MainActor
package protocol HostProcess: Sendable {
  /// Returns a variable of the process's environment.
  nonisolated func variable(_ name: String) -> String?

  /// The names of the process's environment variables, for completion.
  var variableNames: [String] { get }

  /// The versions of the libraries that the program uses, for `version -v`.
  var libraries: [LibraryVersion] { get }

  /// Returns the parts of the manual besides the commands.
  ///
  /// - Parameter example: the example that the manual begins with, if there is one.
  func facts(example: CommandSpecification.Example?) -> ProgramFacts

  /// Creates a screen for `watch`, if there is a terminal.
  func liveScreen() -> (any LiveScreen)?
}
