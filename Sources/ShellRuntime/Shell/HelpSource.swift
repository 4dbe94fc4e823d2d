package import ShellCommands

/// A part of the program that brings commands of its own, which have no more rights than any other.
@MainActor
package protocol ShellPart: AnyObject {
  /// Its commands.
  var commands: [BuiltInCommand] { get }

  /// Its candidates for completion.
  var completionSources: [CompletionSource] { get }
}

/// Writes the help of commands and modules, and finds a command by what a user calls it.
@MainActor
package protocol HelpSource: ShellPart {
  /// Returns the help of a command or stage.
  func text(of entry: CommandTable.Entry, in shell: Shell) -> String

  /// Returns the help of a module.
  ///
  /// - Parameter api: the name of the API that stands before the module's; nil if none does.
  func text(ofModule name: String, ofAPI api: String?, in shell: Shell) -> String

  /// Returns commands that a word, which is the name of none, may mean.
  ///
  /// - Returns: the commands, and whether `help WORD` finds more.
  func suggestions(
    for word: String, in shell: Shell
  ) -> (commands: [CommandTable.Entry], hasMore: Bool)

  /// Returns the name of the stage that does what a program of some name does in other shells; nil if
  /// there is none.
  func stage(forProgram name: String) -> String?
}
