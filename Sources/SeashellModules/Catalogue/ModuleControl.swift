package import SeashellKit

/// Runs the modules that the user added, for the commands of the module `modules`.
///
/// It throws a `ShellError` that names the module, or a `CancellationError`.
@MainActor
package protocol ModuleControl: AnyObject {
  /// Applies the changes that other shells have made to the added modules.
  func catchUp()

  /// The modules that the user added, sorted by name.
  var records: [ModuleRecord] { get }

  /// The names of the modules that exist for this run of the shell only.
  var temporaryNames: Set<String> { get }

  /// Returns the name of an API as it is recorded: nil for the shell's own.
  ///
  /// - Throws: `ShellError` `notFound` if there is no such API.
  func recordedName(ofAPI name: String) throws -> String?

  /// Returns the record of an added module, with its known tools and offer.
  func record(of name: String) -> ModuleRecord?

  /// Starts a module, which need not be added, asks for its offer, and ends it.
  func probe(_ record: ModuleRecord) async throws -> ModuleProbe

  /// Records a module, and loads its commands.
  ///
  /// - Throws: an error that names both modules if the name is taken. Then nothing is recorded.
  func add(_ record: ModuleRecord) async throws

  func remove(_ name: String) async throws

  /// Loads a module's commands, or ends the module and removes them.
  func setEnabled(_ isEnabled: Bool, _ name: String) async throws

  /// Restarts a module, and stores its current tools.
  func reload(_ name: String) async throws -> ToolChanges

  /// Records the current files of a module's command line as trusted.
  ///
  /// - Parameters:
  ///   - data: further files that the module may change, as absolute paths.
  ///   - believesHints: whether to trust tools that say they change nothing; nil leaves this as it is.
  func trust(_ name: String, data: [String], believesHints: Bool?) async throws

  /// Signs in to a remote module.
  ///
  /// - Parameters:
  ///   - client: the id of a client that is registered at the server; nil for the one of the last sign-in, or to
  ///     register one.
  ///   - scopes: what to ask for besides what the server names and the user has.
  ///   - console: shows where the user signs in.
  func signIn(
    _ name: String, client: String?, adding scopes: [String], _ console: any Console
  ) async throws

  /// Signs out of a remote module.
  ///
  /// - Returns: whether the server has revoked the tokens; false if it does not offer that.
  func signOut(_ name: String) async throws -> Bool

  /// The state of a module in this shell.
  func status(of name: String) -> ModuleStatus

  /// The last lines that a module wrote to standard error, in this shell and, if it was added, in earlier
  /// ones.
  func log(of name: String) -> [String]

  /// Starts a module, which need not be added, and checks all its descriptions.
  func check(_ record: ModuleRecord) async throws -> [ModuleFinding]
}

/// A module's offer, examined before the module is added.
package struct ModuleProbe: Sendable {
  let offer: ProviderOffer
  let tools: [ToolDescription]
  /// The commands for its tools; those with `confirms` may destroy something.
  let commands: [CommandSpecification]

  init(
    offer: ProviderOffer, tools: [ToolDescription], commands: [CommandSpecification]
  ) {
    self.offer = offer
    self.tools = tools
    self.commands = commands
  }
}

/// The state of an added module in this shell.
package struct ModuleStatus: Sendable, Equatable {
  /// Whether its process is running, or a remote module is connected.
  package var isRunning = false
  /// The id of its process; nil if it is not running or runs elsewhere.
  var process: Int32?
  /// The resident memory of its process in bytes.
  var memory: Int?
  /// Whether the user has signed in to it.
  var isSignedIn = false
  /// Whether it failed so often that it is started only when the user asks for it.
  var isStopped = false
  /// The last failure, in one line.
  var lastFailure: String?

  /// Creates the status of a module that has not been started.
  init() {}
}

/// The differences between a module's former and current tools.
package struct ToolChanges: Sendable, Equatable {
  let added: [String]
  let removed: [String]
  /// The names of tools whose description has changed.
  let changed: [String]

  init(from old: [ToolDescription], to new: [ToolDescription]) {
    let before = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
    added = after.keys.filter { before[$0] == nil }.sorted()
    removed = before.keys.filter { after[$0] == nil }.sorted()
    changed = after.filter { before[$0.key].map { [new = $0.value] in $0 != new } ?? false }
      .keys.sorted()
  }

  var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}

/// A problem that the author of a module should fix.
package struct ModuleFinding: Sendable, Equatable {
  enum Severity: String, Sendable {
    /// It breaks the protocol, or a tool cannot be used.
    case error
    /// It works, but could be better.
    case warning
  }

  let severity: Severity
  /// The place: `tools/list`, or `get_time.inputSchema.properties.zone`.
  let place: String
  /// The problem and its solution.
  let message: String

  init(_ severity: Severity, _ place: String, _ message: String) {
    self.severity = severity
    self.place = place
    self.message = message
  }
}
