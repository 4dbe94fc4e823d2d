package import SeashellKit

/// Runs the modules that the user added, for the commands of the module `modules`.
///
/// What it throws is a `ShellError` that names the module, or a `CancellationError`.
@MainActor
package protocol ModuleControl: AnyObject {
  /// The modules that the user added, sorted by name.
  var records: [ModuleRecord] { get }

  /// The names of the modules that are there for this run of the shell alone.
  var temporaryNames: Set<String> { get }

  /// Returns the name of an API as a record has it: nil for the shell's own.
  ///
  /// - Throws: `ShellError` `notFound` if there is no such API.
  func recordedName(ofAPI name: String) throws -> String?

  /// Returns the record of an added module, with the tools and the offer that are known of it.
  func record(of name: String) -> ModuleRecord?

  /// Starts a module that need not be added, asks what it offers, and ends it.
  func probe(_ record: ModuleRecord) async throws -> ModuleProbe

  /// Records a module, and makes its commands available.
  ///
  /// - Throws: an error that names both modules if the name is taken; nothing is recorded then.
  func add(_ record: ModuleRecord) async throws

  /// Ends a module, and forgets it.
  func remove(_ name: String) async throws

  /// Makes a module's commands available, or ends the module and removes its commands.
  func setEnabled(_ isEnabled: Bool, _ name: String) async throws

  /// Ends a module, starts it anew, and keeps the tools that it has now.
  func reload(_ name: String) async throws -> ToolChanges

  /// Records the files of a module's command line as they are now.
  ///
  /// - Parameters:
  ///   - data: further files that the module may change, as absolute paths.
  ///   - believesHints: whether its tools are believed that say that they change nothing; nil if that stays
  ///     as it is.
  func trust(_ name: String, data: [String], believesHints: Bool?) async throws

  /// What is known of a module while this shell runs.
  func status(of name: String) -> ModuleStatus

  /// The last lines that a module wrote to standard error, in this shell and, if it was added, in earlier
  /// ones.
  func log(of name: String) -> [String]

  /// Starts a module that need not be added, and examines everything that it says.
  func check(_ record: ModuleRecord) async throws -> [ModuleFinding]
}

/// What a module offers, as it is found before the module is added.
package struct ModuleProbe: Sendable {
  /// What it says of itself.
  package let offer: ProviderOffer
  /// Its tools.
  package let tools: [ToolDescription]
  /// The commands that its tools become; one that `confirms` may destroy something.
  package let commands: [CommandSpecification]

  /// Creates a probe's result.
  package init(
    offer: ProviderOffer, tools: [ToolDescription], commands: [CommandSpecification]
  ) {
    self.offer = offer
    self.tools = tools
    self.commands = commands
  }
}

/// The state of an added module in this shell.
package struct ModuleStatus: Sendable, Equatable {
  /// Whether its process runs, or a remote module is connected.
  package var isRunning = false
  /// Its process; nil if it is not running or runs elsewhere.
  package var process: Int32?
  /// The resident memory of its process in bytes.
  package var memory: Int?
  /// Whether it failed so often that it is not started until the user asks for it.
  package var isStopped = false
  /// Why it failed last, in one line.
  package var lastFailure: String?

  /// Creates the status of a module that has not been started.
  package init() {}
}

/// How the tools of a module differ from those that it had.
package struct ToolChanges: Sendable, Equatable {
  /// The names of new tools.
  package let added: [String]
  /// The names of tools that are gone.
  package let removed: [String]
  /// The names of tools whose description is another.
  package let changed: [String]

  /// Compares tools.
  package init(from old: [ToolDescription], to new: [ToolDescription]) {
    let before = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
    added = after.keys.filter { before[$0] == nil }.sorted()
    removed = before.keys.filter { after[$0] == nil }.sorted()
    changed = after.filter { before[$0.key].map { [new = $0.value] in $0 != new } ?? false }
      .keys.sorted()
  }

  /// Whether the tools are the same.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}

/// Something that the author of a module should mend.
package struct ModuleFinding: Sendable, Equatable {
  /// How severe a finding is.
  package enum Severity: String, Sendable {
    /// It breaks the protocol, or a tool cannot be used.
    case error
    /// It works, but not as well as it could.
    case warning
  }

  /// How severe it is.
  package let severity: Severity
  /// Where it is: `tools/list`, or `get_time.inputSchema.properties.zone`.
  package let place: String
  /// What is wrong, and what would be right.
  package let message: String

  /// Creates a finding.
  package init(_ severity: Severity, _ place: String, _ message: String) {
    self.severity = severity
    self.place = place
    self.message = message
  }
}
