import ShellOutput
public import ShellCommands
import CoreEvents

/// The loaded modules and their commands; modules can be loaded and unloaded at any time.
@MainActor
public final class ModuleRegistry {
  private let bus: EventBus
  /// The shell's own commands, whose names no module may use.
  var builtins: CommandTable
  private let program: String
  private var loaded: [String: Loaded] = [:]

  /// A loaded module and what the registry took from it.
  private struct Loaded {
    let module: any FeatureModule
    let commands: CommandTable
    let completionSources: [CompletionSource]
    let subscriptions: [Subscription]
  }

  /// - Parameter program: the name of the program.
  init(bus: EventBus, program: String) {
    self.bus = bus
    self.program = program
    builtins = CommandTable(program: program)
  }

  /// The loaded modules, sorted by name.
  public var modules: [any FeatureModule] {
    loaded.values.map(\.module).sorted { $0.name < $1.name }
  }

  /// Loads a module and makes its commands available.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if the name is taken or a specification is invalid, and what the
  ///   module's own `load` throws. The message names both modules, or the command and the field.
  public func load(_ module: any FeatureModule) throws {
    let name = module.name
    if builtins[name] != nil {
      throw ShellError(.failed, "the module '\(name)' has the name of a built-in command")
    }
    guard CommandSpecification.isName(name) else {
      throw ShellError(.failed, "the module '\(name)': the name \(CommandSpecification.rule)")
    }
    if let other = loaded[name]?.module {
      throw ShellError(
        .failed,
        "two modules are named '\(name)': \(type(of: other)) and \(type(of: module))",
        hint: "rename one, or unload it first")
    }
    var commands = CommandTable(program: program)
    for command in module.commands {
      try commands.add(command, of: name)
    }
    if commands[name] != nil, commands.sole == nil {
      throw ShellError(
        .failed, "the module '\(name)' has a command '\(name)' and others",
        hint: "rename the command, or make it the only one")
    }
    try module.load()
    loaded[name] = Loaded(
      module: module, commands: commands, completionSources: module.completionSources,
      subscriptions: module.subscribe(to: bus))
    bus.post(ModuleLoaded(module: name))
  }

  /// Unloads a module, cancels its subscriptions and removes its commands.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if no loaded module has that name.
  public func unload(_ name: String) throws {
    guard let entry = loaded.removeValue(forKey: name) else {
      throw ShellError(.unknownCommand, "no module is called '\(name)'")
    }
    for subscription in entry.subscriptions { subscription.cancel() }
    entry.module.unload()
    bus.post(ModuleUnloaded(module: name))
  }

  /// Returns the candidates of all loaded modules for a completion kind, sorted by module name.
  ///
  /// Each source contributes at most ``ShellCommands/CompletionQuery/limit`` candidates.
  public func completions(
    of kind: CompletionKind, for query: CompletionQuery
  ) -> [CompletionSource.Candidate] {
    let sources = names.compactMap { loaded[$0] }.flatMap(\.completionSources)
    return sources.filter { $0.kind == kind }
      .flatMap { $0.answer(query).prefix(CompletionQuery.limit) }
  }

  /// Returns the candidates of all loaded modules for a completion kind and a prefix.
  public func completions(of kind: CompletionKind, for prefix: String) -> [CompletionSource
    .Candidate]
  {
    completions(of: kind, for: CompletionQuery(prefix: prefix))
  }

  /// Returns the loaded module with a name; nil if there is none.
  package func module(_ name: String) -> (any FeatureModule)? { loaded[name]?.module }

  /// Returns the commands of a module; nil if no loaded module has that name.
  package func commands(of name: String) -> CommandTable? { loaded[name]?.commands }

  /// The sorted names of the loaded modules.
  package var names: [String] { loaded.keys.sorted() }
}
