package import ShellOutput

/// Runs the commands of a shell's loaded modules for another program, such as one that serves them.
@MainActor
package protocol CommandCatalogue: AnyObject {
  /// The commands of the loaded modules, sorted by module and name; the shell's own are not among
  /// them.
  var commands: [CatalogueCommand] { get }

  /// Checks that a command can run, before a form asks for missing arguments.
  ///
  /// - Throws: the reason why it cannot run.
  func checkPreconditions(of command: CatalogueCommand) async throws

  /// Runs a command and collects what it writes.
  ///
  /// Several may run at once. Cancelling the task cancels the command. The shell's variables, such as
  /// the last result, stay as they are.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - words: its options and arguments, without its path.
  func run(_ command: CatalogueCommand, _ words: [String]) async -> CommandOutcome
}

/// A command of a loaded module.
package struct CatalogueCommand: Sendable {
  /// The module's name.
  package let module: String

  /// The command as it is typed: `reviews add`.
  package let path: String

  /// The command's specification.
  package let specification: CommandSpecification

  /// Creates a command.
  package init(module: String, path: String, specification: CommandSpecification) {
    self.module = module
    self.path = path
    self.specification = specification
  }
}

/// What came of a command.
package struct CommandOutcome: Sendable {
  /// The most bytes that a command's records and its text may have together, as JSON.
  package static let limit = 32 << 20

  /// The records as JSON objects with commas between them; nil if the command wrote none.
  package let records: [UInt8]?

  /// The text that the command wrote.
  package let text: String

  /// Why the command failed; nil if it succeeded.
  package let error: ShellError?

  /// Creates an outcome.
  package init(records: [UInt8]?, text: String, error: ShellError?) {
    self.records = records
    self.text = text
    self.error = error
  }
}
