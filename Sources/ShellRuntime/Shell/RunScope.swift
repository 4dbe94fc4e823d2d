package import ShellCommands
package import ShellOutput

/// What holds for the statements that a shell runs now, and not for those of its subshells.
@MainActor
package struct RunScope {
  /// The prompt at which a user types; nil in a script.
  package var prompt: PromptState?
  /// Returns the script that is running and the line of its statement; nil outside scripts.
  var scriptPlace: (@MainActor () -> (name: String, line: Int))?
  /// The number of script files that are running inside one another.
  var scriptDepth = 0
  /// The number of commands that are running inside one another.
  var commandDepth = 0
  /// Whether standard input is the script, so that no command can read it.
  var readsScriptFromInput = false
  /// Whether a subshell runs a statement that was typed.
  var runsTypedStatement = false
  /// The format that `-o` asked for before the only command of the shell; nil if there is none.
  package var formatOption: OutputFormat?
  /// How many writes of commands were put into the queue.
  var postponedCount = 0

  /// Where the command of a pipeline writes in place of standard output, and so every script that
  /// it sources; nil outside such a pipeline.
  package var outlet: (destination: Destination, descriptor: Int32)?
  /// The standard error of programs; nil for that of the process.
  package var errorDescriptor: Int32?
  /// Reads what the programs of a job print; nil outside jobs.
  ///
  /// A job's programs are in process groups of their own, out of Ctrl-C's reach.
  package var programs: ProgramRelay?
  /// Receives the functions that read the states that the commands show; nil unless `watch` runs
  /// them.
  package var observer: (@MainActor (@escaping @MainActor () -> Void) -> Void)?
  /// Takes the notice that a statement's results come from a store; nil if the console shows it.
  package var storeNoticeReceiver: (@MainActor (StoredAnswerNotice) -> Void)?

  /// The largest number of commands that may run inside one another.
  package static let maximumCommandDepth = 100
}

/// What the shell knows of the user at its prompt.
@MainActor
package final class PromptState {
  /// Reads lines and holds the history.
  let reader: any LineReader
  package let console: any Console
  /// Whether typed statements are added to the history.
  var keepsHistory = true
  /// The statement being typed or run: its lines, joined by newlines.
  var statement = ""

  package init(reader: any LineReader, console: any Console) {
    self.reader = reader
    self.console = console
  }
}
