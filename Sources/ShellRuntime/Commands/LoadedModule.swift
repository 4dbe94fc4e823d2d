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

  init(_ module: any FeatureModule, of api: String?, program: String) {
    self.module = module
    self.api = api
    self.program = program
  }

  /// The commands; empty if they are unusable.
  var commands: CommandTable { (try? table.get()) ?? CommandTable(program: program) }

  func check() throws { _ = try table.get() }

  /// Creates the commands again; if that fails, the old ones stay.
  func makeCommands() throws { table = .success(try makeTable()) }

  private func makeTable() throws -> CommandTable {
    let source = module.contributions.source
    let commands = CommandTable(
      program: program, api: api, source: source, of: module.name,
      findingOnly: source == nil ? nil : { [module] in module.defaultCommand })
    for command in module.commands {
      try commands.add(command, of: module.name)
    }
    if source == nil, let name = module.defaultCommand {
      guard let command = commands[name]?.command else {
        throw ShellError(
          .failed, "the module '\(module.name)' has no command '\(name)', its default command")
      }
      commands.makeDefault(command, of: module.name)
    }
    // The places of a source's commands may take time, and the source skips invalid ones.
    if source == nil, let problem = module.places.lazy.compactMap(\.problem).first {
      throw ShellError(.failed, "the module '\(module.name)': \(problem)")
    }
    return commands
  }
}
