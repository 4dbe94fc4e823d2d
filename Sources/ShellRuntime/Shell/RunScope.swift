package import ShellCommands
import ShellLanguage
package import ShellOutput

/// The state of the statements that a shell is running, not shared with its subshells.
@MainActor
package struct RunScope {
  /// The prompt at which the user types, if there is one.
  package var prompt: PromptState?
  package var scriptPlace: (@MainActor () -> (name: String, line: Int))?
  var scriptDepth = 0
  /// How many commands run this one; see ``Bound/depth``.
  var commandDepth = 0
  /// Whether standard input is the script, so that commands cannot read it.
  var readsScriptFromInput = false
  var runsTypedStatement = false
  /// The format given with `-o` before the shell's only command, if any.
  var formatOption: OutputFormat?
  var postponedCount = 0

  /// The output of a pipeline's command instead of standard output, also for the scripts and blocks that it runs.
  ///
  /// Without a descriptor, programs cannot write to it.
  package var outlet: (destination: Destination, descriptor: Int32?)?
  /// A block of `before` or `after`, around the tests that follow.
  typealias Hook = (kind: Compound.Hook, block: PlacedBlock)
  var hooks: [Hook] = []
  /// Receives the errors of commands in a block of `try`, which may handle them; nil to report them.
  package var heldFailures: HeldFailures?
  /// The standard error of programs, if it is not that of the process.
  package var errorDescriptor: Int32?
  /// Reads the output of a job's programs, inside a job.
  ///
  /// A job's programs have their own process groups, so that Ctrl-C does not reach them.
  package var programs: ProgramRelay?
  /// Receives what the commands read, while `watch` runs them.
  package var observer: (any RunObserver)?
}

/// Receives what the commands of a run read.
@MainActor
package protocol RunObserver: AnyObject {
  /// Receives a function that reads a state shown by a command.
  func observe(_ read: @escaping @MainActor () -> Void)

  /// Receives the notice that a statement's results come from a store, which is then not shown on the console.
  func take(_ notice: StoredAnswerNotice)
}

/// The state of the user's prompt.
@MainActor
package final class PromptState {
  package let reader: any LineReader
  package let console: any Console
  /// Whether typed statements are added to the history.
  var keepsHistory = true
  /// The statement being typed or run, with its lines joined by newlines.
  var statement = ""

  init(reader: any LineReader, console: any Console) {
    self.reader = reader
    self.console = console
  }
}
