import ShellCommands
import ShellOutput
import CoreEvents

/// A loaded module and what the registry took from it.
@MainActor
final class LoadedModule {
  let module: any FeatureModule
  /// The name of the module's API; nil if it is about the shell.
  let api: String?
  /// The sources of candidates, made when they are first needed.
  private(set) lazy var completionSources = module.completionSources
  var subscriptions: [Subscription] = []

  /// The routes of its places, those with mistakes left out.
  private(set) lazy var places = module.places.filter { $0.problem == nil }
  private let program: String
  /// The commands, made when they are first needed, or why they cannot be used.
  private lazy var table = Result { try makeTable() }

  /// The module, if it is one of an API's operations.
  let operations: (any YieldingModule)?

  init(
    _ module: any FeatureModule, of api: String?, program: String,
    operations: (any YieldingModule)? = nil
  ) {
    self.module = module
    self.operations = operations
    self.api = api
    self.program = program
  }

  /// The commands; none if they cannot be used.
  var commands: CommandTable { (try? table.get()) ?? CommandTable(program: program) }

  /// Checks the commands' specifications.
  func check() throws { _ = try table.get() }

  /// Makes the commands anew; if that fails, they stay as they were.
  func makeCommands() throws { table = .success(try makeTable()) }

  private func makeTable() throws -> CommandTable {
    let commands = CommandTable(program: program, api: api)
    for command in module.commands {
      try commands.add(command, of: module.name)
    }
    if let operations {
      commands.add(commandsOf: operations)
    } else {
      for command in module.deferredCommands { try commands.add(command, of: module.name) }
    }
    if let name = module.defaultCommand {
      guard let command = commands[name]?.command else {
        throw ShellError(
          .failed, "the module '\(module.name)' has no command '\(name)', its default command")
      }
      commands.makeDefault(command, of: module.name)
    }
    // Those of an API's operations are made from its description, which takes time and leaves out mistakes.
    if operations == nil, let problem = module.places.lazy.compactMap(\.problem).first {
      throw ShellError(.failed, "the module '\(module.name)': \(problem)")
    }
    return commands
  }
}
