package import ShellCommands

/// A part of the program with its own commands, which have no special rights.
@MainActor
package protocol ShellPart: AnyObject {
  var commands: [BuiltInCommand] { get }

  /// Its completion sources.
  var completionSources: [CompletionSource] { get }
}

/// Writes the help of commands and modules, and finds commands by other words for them.
@MainActor
package protocol HelpSource: ShellPart {
  /// Returns the help of a command or stage.
  func text(of entry: CommandTable.Entry, in shell: Shell) -> String

  /// Returns the help of a module.
  ///
  /// - Parameter api: the API's name before the module's, if there is one.
  func text(ofModule name: String, ofAPI api: String?, in shell: Shell) -> String

  /// Returns the commands that an unknown word may mean.
  ///
  /// - Returns: the commands, and whether `help WORD` finds more.
  func suggestions(
    for word: String, in shell: Shell
  ) -> (commands: [CommandTable.Entry], hasMore: Bool)

  /// Returns the names that commands of modules have for what a word means, such as `show` for `view`.
  func names(meaning word: String) -> [String]

  /// Returns the name of the stage that corresponds to a program of other shells, if it is among some names.
  func stage(forProgram name: String, among stages: [String]) -> String?
}
