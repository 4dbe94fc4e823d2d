import ShellCommands
import ShellOutput
import CoreEvents

@MainActor
final class LoadedModule {
  let module: any FeatureModule
  /// The module's API; nil for a module about the shell.
  let api: String?
  /// The completion sources, created when first needed.
  private(set) lazy var completionSources = module.completionSources
  var subscriptions: [Subscription] = []

  /// The routes of its places, without invalid ones.
  private(set) lazy var places = module.places.filter { $0.problem == nil }
  private let program: String
  /// The commands, created when first needed, or the error that makes them unusable.
  private lazy var table = Result { try makeTable() }

  /// The module itself, if it is an API's operations.
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

  /// The commands; empty if they are unusable.
  var commands: CommandTable { (try? table.get()) ?? CommandTable(program: program) }

  func check() throws { _ = try table.get() }

  /// Creates the commands again; if that fails, the old ones stay.
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
    // The places of an API's operations come from its description, which takes time and skips invalid ones.
    if operations == nil, let problem = module.places.lazy.compactMap(\.problem).first {
      throw ShellError(.failed, "the module '\(module.name)': \(problem)")
    }
    return commands
  }
}
