import ShellOutput
public import ShellCommands
import CoreEvents

/// The modules that a shell has, which come and go while it runs.
@MainActor
public final class ModuleRegistry {
  private let bus: EventBus
  /// The shell's own commands, whose names no module may have.
  var builtins = CommandTable()
  private var loaded: [String: Loaded] = [:]

  /// A module with what the registry took from it.
  struct Loaded {
    let module: any FeatureModule
    let commands: CommandTable
    let completionSources: [CompletionSource]
    let subscriptions: [Subscription]
  }

  init(bus: EventBus) {
    self.bus = bus
  }

  /// The loaded modules, by name.
  public var modules: [any FeatureModule] {
    loaded.values.map(\.module).sorted { $0.name < $1.name }
  }

  /// Loads a module, so that its commands can be run.
  ///
  /// - Throws: `ShellError` where its name is taken, and names both; where one of its specifications
  ///   cannot be used, and names the command and the field; or what the module's own `load` throws.
  public func load(_ module: any FeatureModule) throws {
    let name = module.name
    if builtins[name] != nil {
      throw ShellError(.failed, "the module '\(name)' has the name of the shell's own '\(name)'")
    }
    guard CommandSpecification.isName(name) else {
      throw ShellError(.failed, "the module '\(name)': the name \(CommandSpecification.rule)")
    }
    if let other = loaded[name]?.module {
      throw ShellError(
        .failed,
        "two modules claim the name '\(name)': \(type(of: other)) and \(type(of: module))",
        hint: "rename one, or unload it first")
    }
    var commands = CommandTable()
    for command in module.commands {
      try commands.add(command, of: name)
    }
    if commands[name] != nil, commands.sole == nil {
      throw ShellError(
        .failed, "the module '\(name)' has a command '\(name)' beside others",
        hint: "rename the command, or let it be the only one")
    }
    try module.load()
    loaded[name] = Loaded(
      module: module, commands: commands, completionSources: module.completionSources,
      subscriptions: module.subscribe(to: bus))
    bus.post(ModuleLoaded(module: name))
  }

  /// Unloads a module: it hears nothing more, and its name is unknown again.
  ///
  /// - Throws: `ShellError` where no module has the name.
  public func unload(_ name: String) throws {
    guard let entry = loaded.removeValue(forKey: name) else {
      throw ShellError(.unknownCommand, "no module is called '\(name)'")
    }
    for subscription in entry.subscriptions { subscription.cancel() }
    entry.module.unload()
    bus.post(ModuleUnloaded(module: name))
  }

  /// What the loaded modules know of a kind of word, in the order of their names.
  ///
  /// Each source answers for itself: what one gives beyond `CompletionQuery.limit` is dropped.
  public func completions(
    of kind: String, for query: CompletionQuery
  ) -> [CompletionSource.Candidate] {
    let sources = names.compactMap { loaded[$0] }.flatMap(\.completionSources)
    return sources.filter { $0.kind == kind }
      .flatMap { $0.answer(query).prefix(CompletionQuery.limit) }
  }

  /// What the loaded modules know of a kind of word that begins with a text.
  public func completions(of kind: String, for prefix: String) -> [CompletionSource.Candidate] {
    completions(of: kind, for: CompletionQuery(prefix: prefix))
  }

  /// The module of a name; nil where none has it.
  package func module(_ name: String) -> (any FeatureModule)? { loaded[name]?.module }

  /// The commands of a module; nil where no module has the name.
  package func commands(of name: String) -> CommandTable? { loaded[name]?.commands }

  /// The names of the loaded modules.
  package var names: [String] { loaded.keys.sorted() }
}
