public import ShellOutput

/// Runs the commands of a shell's loaded modules for another program, such as one that serves them.
///
/// A command has it as ``Invocation/catalogue``.
@MainActor
public protocol CommandCatalogue: AnyObject {
  /// The commands of the loaded modules, sorted by module and name. Commands of APIs other than the shell's
  /// own come last. The shell's own commands are not included.
  ///
  /// It does not create commands that are created at their first use.
  var commands: [CatalogueCommand] { get }

  /// Loads the modules of all APIs; if an API's modules cannot be loaded, shows a notice.
  func openAPIs()

  /// Returns a command's specification, if the command is still loaded.
  func specification(of command: CatalogueCommand) -> CommandSpecification?

  /// Checks that a command can run, before a form asks for missing arguments.
  ///
  /// - Throws: the reason why the command cannot run.
  func checkPreconditions(of command: CatalogueCommand) async throws

  /// Runs a command and collects its output.
  ///
  /// Several may run at once. Cancelling the task cancels the command. The shell's variables, such as the
  /// last result, stay as they are.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - words: its options and arguments, without its path. `@FILE` is not expanded in them.
  func run(_ command: CatalogueCommand, _ words: [String]) async -> CommandOutcome
}

/// A command of a loaded module.
public struct CatalogueCommand: Sendable {
  /// The module's name.
  public let module: String

  /// The name of the module's API; nil for a module about the shell.
  public let api: String?

  /// The command's own name, without its module's.
  public let name: String

  /// The command as typed: `reviews add`, or `wh items list` for an API other than the shell's own.
  public let path: String

  /// A line that says what it does.
  public let abstract: String

  /// Whether it can change anything, as far as is known without its specification.
  public let changesData: Bool?

  /// Whether the command and its specification are created at their first use, which takes time.
  public let isDeferred: Bool

  /// The author of its texts, such as `the API 'wh'`, unless it is the program's own author.
  public let author: String?

  package init(
    module: String, api: String?, name: String, path: String, abstract: String,
    changesData: Bool?, isDeferred: Bool, author: String?
  ) {
    (self.module, self.api, self.name, self.path) = (module, api, name, path)
    (self.abstract, self.changesData, self.isDeferred) = (abstract, changesData, isDeferred)
    self.author = author
  }
}

/// The result of a command.
public struct CommandOutcome: Sendable {
  /// The limit on a command's records, as JSON, and its text together, in bytes.
  public static let limit = 32 << 20

  /// The records as JSON objects separated by commas, if the command wrote any.
  public let records: [UInt8]?

  /// The text written by the command.
  public let text: String

  /// Why the command failed, if it did.
  public let error: ShellError?

  /// Creates a result.
  public init(records: [UInt8]?, text: String, error: ShellError?) {
    self.records = records
    self.text = text
    self.error = error
  }
}
