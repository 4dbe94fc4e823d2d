import ShellOutput
import ShellRecords
package import ShellCommands
import CoreEvents
import CoreSystem

/// The loaded modules and their commands; modules can be loaded and unloaded at any time.
///
/// An unloaded module can be loaded again by its name. Another module may take this name, and then replaces
/// it.
@MainActor
package final class ModuleRegistry: ShellPort {
  private let bus: EventBus
  /// The shell's own commands, whose names modules cannot use.
  package let builtins: CommandTable
  /// The stages of pipelines, whose names modules cannot use; created when first needed.
  package private(set) lazy var stages = makeStages()
  let ownSources: [CompletionSource]
  private let ownChecks: [any HealthCheck]
  private let makeStageCommands: () -> [any Command]
  /// The module whose first example is suggested to users; nil to suggest none.
  package var suggested: (any FeatureModule)?
  let apis: any RequestEnvironments
  let program: String
  private(set) var loaded: [String: LoadedModule] = [:] { didSet { version += 1 } }
  private(set) var version = 0
  private(set) var unloaded: [String: LoadedModule] = [:]
  private var disabled: Set<String> = []

  var completionCrashLines: [String: CrashReport.Line] = [:]

  /// Creates a registry without modules.
  ///
  /// `sources` and `checks` are those of the program's own parts. Throws if two of the shell's own commands
  /// have the same name.
  init(
    bus: EventBus, program: String, commands: [BuiltInCommand],
    stages: @escaping () -> [any Command], sources: [CompletionSource],
    checks: [any HealthCheck], apis: any RequestEnvironments
  ) throws {
    self.apis = apis
    self.bus = bus
    self.program = program
    makeStageCommands = stages
    ownSources = sources
    ownChecks = checks
    // More than a program and its user usually have: growing it step by step would take 1 % of a start.
    loaded.reserveCapacity(24)
    builtins = CommandTable(program: program, reserving: commands.count)
    for command in commands { try builtins.add(command) }
  }

  private func makeStages() -> CommandTable {
    let table = CommandTable(program: program)
    for command in makeStageCommands() { try? table.add(command, of: nil) }
    return table
  }

  /// The example that is suggested to users.
  package var example: CommandSpecification.Example? {
    suggested?.commands.lazy.compactMap { $0.specification.examples.first }.first
  }

  /// Lets the modules load what other shells have changed.
  package func catchUp() { for entry in loaded.values { entry.module.catchUp() } }

  /// The modules that can be typed without an API's name, which are those of the shell and of the current
  /// API, sorted by name.
  package var modules: [any FeatureModule] {
    reachable.map(\.value.module).sorted { $0.name < $1.name }
  }

  /// The loaded modules that can be typed without an API's name, by their keys.
  var reachable: [(key: String, value: LoadedModule)] {
    let current = apis.currentAPI
    let all = loaded.filter { $1.api == nil || $1.api == current }
    guard current != apis.ownAPI else { return Array(all) }
    // A group of operations is hidden by a module with its name that can be typed, too.
    return all.filter { key, value in
      key == value.module.name || find(value.module.name)?.module === value.module
    }
  }

  /// Whether a line names a module of an API other than the current one, as an example may.
  package func isElsewhere(_ line: String) -> Bool {
    let current = apis.currentAPI
    guard loaded.contains(where: { $1.api != nil && $1.api != current }) else {
      return false
    }
    return line.split(separator: " ").contains { word in
      let name = String(word.drop { $0 == "/" }.prefix { $0 != "/" })
      return loaded[name].map { $0.api != nil && $0.api != name && find(name) == nil } ?? false
    }
  }

  /// Returns the loaded module that a word currently refers to: a module of the shell or of the current API.
  ///
  /// The module with an API's own name can always be reached.
  func find(_ name: String) -> LoadedModule? {
    let module = loaded[name]
    if let module, module.api == nil || module.api == name { return module }
    let current = apis.currentAPI
    if let module, module.api == current { return module }
    guard let current, current != apis.ownAPI else { return nil }
    return loaded["\(current):\(name)"]
  }

  /// Returns the key of a module's commands: its name, with its API's name before it for an API other than
  /// the shell's own.
  func key(_ name: String, of api: String?) -> String {
    guard let api, api != apis.ownAPI, api != name else { return name }
    return "\(api):\(name)"
  }

  /// The checks of the program, and then those of the loaded modules, by their names.
  package var checks: [any HealthCheck] { ownChecks + contributions.flatMap(\.checks) }

  /// The types of events that the loaded modules name.
  var eventTypes: [any Event.Type] { contributions.flatMap(\.events) }

  /// The pages of `help` that the loaded modules bring, by the modules' names.
  package var pages: [HelpPage] { contributions.flatMap(\.pages) }

  private var contributions: [Contributions] {
    loaded.sorted { $0.key < $1.key }.map(\.value.module.contributions)
  }

  /// The modules that were unloaded, sorted by name.
  package var unloadedModules: [any FeatureModule] {
    unloaded.values.map(\.module).sorted { $0.name < $1.name }
  }

  /// Loads a module and makes its commands available.
  ///
  /// - Parameter checksLater: whether the specifications are created and checked at the module's first use:
  ///   at the start of a release build, most modules are not used at all.
  /// - Throws: ``ShellOutput/ShellError`` if the name is taken or a specification is invalid, and what the
  ///   module's own `load` throws. The message names both modules, or the command and the field.
  package func load(_ module: any FeatureModule, checksLater: Bool = false) throws {
    let api = module.isAboutShell ? nil : apis.ownAPI
    try load(module, of: api, as: module.name, checksLater: checksLater)
  }

  /// Loads a module of an API; its name must be unique in the shell.
  ///
  /// - Parameter api: the name of the API; nil for a module about the shell.
  package func load(_ module: any FeatureModule, of api: String?, checksLater: Bool) throws {
    try load(module, of: api, as: module.name, checksLater: checksLater)
  }

  /// Loads a module that comes with an API; other APIs may have a module with the same name.
  package func load(_ module: any FeatureModule, broughtBy api: String) throws {
    try load(module, of: api, as: key(module.name, of: api), checksLater: true)
  }

  private func load(
    _ module: any FeatureModule, of api: String?, as key: String, checksLater: Bool
  ) throws {
    let name = module.name
    if key == name, builtins[name] != nil || BuiltInStage.isName(name) {
      throw ShellError(
        .failed, "the module '\(name)' has the name of a built-in command",
        hint: "rename \(type(of: module))")
    }
    guard CommandSpecification.isName(name) else {
      throw ShellError(.failed, "the module '\(name)': the name \(CommandSpecification.rule)")
    }
    // The shell's own API may have the same name as its main module.
    if key == name, name != api, apis.otherAPIs.contains(name) {
      throw ShellError(
        .failed, "the module '\(name)' has the name of an API", hint: "rename one of them")
    }
    if let other = loaded[key]?.module {
      throw ShellError(
        .failed,
        "two modules are named '\(name)': \(type(of: other)) and \(type(of: module))",
        hint: "rename one, or unload it first")
    }
    let entry = LoadedModule(module, of: api, program: program)
    if !checksLater { try entry.check() }
    do {
      try module.load(in: self)
    } catch let error as any ShellErrorConvertible {
      // The module's author wrote this message for users.
      throw error
    } catch {
      throw ShellError(error).prefixed("the module '\(name)' cannot be loaded: ")
    }
    entry.subscriptions = module.subscribe(to: bus)
    loaded[key] = entry
    unloaded[key] = nil
    disabled.remove(key)
    bus.post(ModuleLoaded(module: name))
  }

  /// Keeps a module as one that was unloaded.
  package func keepDisabled(_ module: any FeatureModule) {
    unloaded[module.name] = LoadedModule(
      module, of: module.isAboutShell ? nil : apis.ownAPI, program: program)
  }

  /// Loads a module that was unloaded.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if there is no unloaded module with that name, and what the
  ///   module's own `load` throws.
  package func load(_ name: String) throws {
    guard let entry = unloaded[name] else {
      if loaded[name] != nil {
        throw ShellError(.unknownCommand, "the module '\(name)' is already loaded")
      }
      throw unknown(name)
    }
    try load(entry.module, of: entry.api, as: name, checksLater: false)
  }

  /// Unloads a module, cancels its subscriptions and removes its commands.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if there is no loaded module with that name.
  package func unload(_ name: String) throws {
    guard let entry = loaded.removeValue(forKey: name) else {
      if unloaded[name] != nil {
        throw ShellError(.unknownCommand, "the module '\(name)' is already unloaded")
      }
      throw unknown(name)
    }
    unloaded[name] = entry
    for subscription in entry.subscriptions { subscription.cancel() }
    entry.module.unload()
    bus.post(ModuleUnloaded(module: name))
  }

  /// Unloads a module and forgets it; does nothing if there is no module with that name.
  package func remove(_ name: String) {
    // It fails only if the module is not loaded.
    try? unload(name)
    unloaded[name] = nil
    disabled.remove(name)
  }

  /// Removes an API's modules that meet a condition.
  package func removeModules(of api: String, where isGone: (any FeatureModule) -> Bool) {
    let keys = loaded.filter { $1.api == api && isGone($1.module) }.map(\.key)
    for key in keys { remove(key) }
  }

  /// Returns whether any module, loaded, unloaded or disabled, has a name.
  package func isTaken(_ name: String) -> Bool {
    loaded[name] != nil || isKnownButNotLoaded(name)
  }

  /// Returns whether a module of a name is there, but unloaded or disabled.
  package func isKnownButNotLoaded(_ name: String) -> Bool {
    unloaded[name] != nil || disabled.contains(name)
  }

  /// Unloads a module and forgets it, except that it is disabled.
  package func disable(_ name: String) {
    remove(name)
    disabled.insert(name)
  }

  /// Creates the commands of a loaded module again, because they have changed.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if a specification is invalid; the old commands then stay.
  package func reloadCommands(of name: String) throws {
    guard let entry = loaded[name] ?? find(name) else { throw unknown(name) }
    try entry.makeCommands()
    version += 1
  }

  /// Whether a statement begins with the name of a module that is unloaded or disabled.
  package func beginsDisabled(_ line: String) -> Bool {
    isKnownButNotLoaded(String(line.prefix { $0 != " " }))
  }

  /// Whether a text names a command of a module that is unloaded or disabled, in quotes: `'queue list' shows it`.
  func quotesDisabled(_ text: String) -> Bool {
    guard !unloaded.isEmpty || !disabled.isEmpty else { return false }
    return text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .contains { index, quoted in
        let words = quoted.split(separator: " ", maxSplits: 1)
        return !index.isMultiple(of: 2) && words.count == 2 && isKnownButNotLoaded(String(words[0]))
      }
  }

  private func unknown(_ name: String) -> ShellError {
    let nearest = Spelling.nearest(to: name, among: names + unloaded.keys.sorted())
    return ShellError(
      .unknownCommand,
      "no module is called '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }
}
