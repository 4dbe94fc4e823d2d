package import ShellOutput

/// Runs the commands of a shell's loaded modules for another program, such as one that serves them.
@MainActor
package protocol CommandCatalogue: AnyObject {
  /// The commands of the loaded modules, sorted by module and name; those of other APIs than the shell's own
  /// come last, and the shell's own commands are not among them.
  ///
  /// Commands that are made when they are first used are not made for it.
  var commands: [CatalogueCommand] { get }

  /// Loads the modules of all APIs; an API whose modules cannot be loaded is a notice.
  func openAPIs()

  /// Returns what a command is; nil if it is no longer loaded.
  func specification(of command: CatalogueCommand) -> CommandSpecification?

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
  ///   - words: its options and arguments, without its path. None of them names a file whose text is meant.
  func run(_ command: CatalogueCommand, _ words: [String]) async -> CommandOutcome
}

/// A command of a loaded module.
package struct CatalogueCommand: Sendable {
  /// The module's name.
  package let module: String

  /// The name of the API that the module belongs to; nil if it is about the shell.
  package let api: String?

  /// The command's own name, without its module's.
  package let name: String

  /// The command as it is typed: `reviews add`; of another API than the shell's own `wh items list`.
  package let path: String

  /// What it does, in one line.
  package let abstract: String

  /// What the shell knows of the command without its specification: whether it can change something; nil if
  /// only the specification says it.
  package let changesData: Bool?

  /// Whether it is made, with its specification, when it is first needed, which takes time.
  package let isDeferred: Bool

  /// Who has written its texts, such as `the API 'wh'`; nil if it was the program's author.
  package let thirdParty: String?

  /// Creates a command.
  package init(
    module: String, api: String?, name: String, path: String, abstract: String,
    changesData: Bool?, isDeferred: Bool, thirdParty: String?
  ) {
    (self.module, self.api, self.name, self.path) = (module, api, name, path)
    (self.abstract, self.changesData, self.isDeferred) = (abstract, changesData, isDeferred)
    self.thirdParty = thirdParty
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
