import ShellOutput
import ShellRecords
package import ShellLanguage
package import ShellCommands
import CoreEvents
import CoreSystem

/// The loaded modules and their commands; modules can be loaded and unloaded at any time.
///
/// A module that was unloaded can be loaded again by its name. Its name is free: another module may
/// take it, and then replaces it.
@MainActor
package final class ModuleRegistry: ModuleHost {
  private let bus: EventBus
  /// The shell's own commands, whose names no module may use.
  package let builtins: CommandTable
  /// The stages of pipelines, whose names no module may use; made when they are first needed.
  package private(set) lazy var stages = makeStages()
  /// The candidates for completion of the program's own parts.
  private let ownSources: [CompletionSource]
  private let makeStageCommands: () -> [any Command]
  /// Takes over the modules that other shells have added, removed or changed.
  ///
  /// Called for each line that is typed, before a word is completed, by `help`, and for a name that is no
  /// command's. The other lines of a script do not call it.
  package var catchUp: @MainActor () -> Void = {}
  /// The APIs that modules belong to.
  private let apis: RequestEnvironments
  private let program: String
  private var loaded: [String: Loaded] = [:]
  private var unloaded: [String: Loaded] = [:]
  /// The names of the modules that the user disabled.
  private var disabled: Set<String> = []

  private var completionCrashLines: [String: CrashReport.Line] = [:]

  /// A loaded module and what the registry took from it.
  @MainActor
  private final class Loaded {
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

    init(_ module: any FeatureModule, of api: String?, program: String) {
      self.module = module
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
      for command in module.deferredCommands { try commands.add(command, of: module.name) }
      if let name = module.defaultCommand {
        guard let command = commands[name]?.command else {
          throw ShellError(
            .failed, "the module '\(module.name)' has no command '\(name)', its default command")
        }
        commands.makeDefault(command, of: module.name)
      }
      if let problem = module.places.lazy.compactMap(\.problem).first {
        throw ShellError(.failed, "the module '\(module.name)': \(problem)")
      }
      return commands
    }
  }

  /// Creates a registry without modules.
  ///
  /// - Parameters:
  ///   - bus: the bus that modules subscribe to.
  ///   - program: the name of the program.
  ///   - commands: the shell's own commands.
  ///   - stages: returns the commands of the stages.
  ///   - sources: the candidates for completion of the program's own parts.
  ///   - apis: the APIs that modules belong to.
  /// - Throws: ``ShellOutput/ShellError`` if two of the shell's own commands have one name.
  init(
    bus: EventBus, program: String, commands: [BuiltInCommand],
    stages: @escaping () -> [any Command], sources: [CompletionSource],
    apis: RequestEnvironments
  ) throws {
    self.apis = apis
    self.bus = bus
    self.program = program
    makeStageCommands = stages
    ownSources = sources
    builtins = CommandTable(program: program)
    for command in commands { try builtins.add(command) }
  }

  private func makeStages() -> CommandTable {
    let table = CommandTable(program: program)
    for command in makeStageCommands() { try? table.add(command, of: nil) }
    return table
  }

  /// The modules whose name alone is enough now: those of the shell and of the current API; sorted by name.
  package var modules: [any FeatureModule] {
    reachable.map(\.value.module).sorted { $0.name < $1.name }
  }

  /// The loaded modules that a name alone reaches, by their keys.
  private var reachable: [(key: String, value: Loaded)] {
    let current = apis.currentAPI()
    return loaded.filter { $1.api == nil || $1.api == current }
  }

  /// Whether a line names a module of another API than the current one, as an example may.
  package func isElsewhere(_ line: String) -> Bool {
    guard loaded.contains(where: { $1.api != nil && $1.api != apis.currentAPI() }) else {
      return false
    }
    return line.split(separator: " ").contains { word in
      let name = String(word.drop { $0 == "/" }.prefix { $0 != "/" })
      return loaded[name].map { $0.api != nil && $0.api != name && find(name) == nil } ?? false
    }
  }

  /// Returns the loaded module that a word means now: one of the shell, or of the current API.
  ///
  /// The module with an API's own name is reached from everywhere.
  private func find(_ name: String) -> Loaded? {
    let module = loaded[name]
    if let module, module.api == nil || module.api == name { return module }
    let current = apis.currentAPI()
    if let module, module.api == current { return module }
    guard let current, current != apis.ownAPI else { return nil }
    return loaded["\(current):\(name)"]
  }

  /// Returns how a module's commands are found: by its name, or after the name of another API than the
  /// shell's own.
  private func key(_ name: String, of api: String?) -> String {
    guard let api, api != apis.ownAPI, api != name else { return name }
    return "\(api):\(name)"
  }

  /// The modules that were unloaded, sorted by name.
  package var unloadedModules: [any FeatureModule] {
    unloaded.values.map(\.module).sorted { $0.name < $1.name }
  }

  /// Returns whether a module of a name was unloaded and can be loaded again.
  package func isUnloaded(_ name: String) -> Bool { unloaded[name] != nil }

  /// Loads a module and makes its commands available.
  ///
  /// - Parameter checksLater: whether the specifications are made and checked when the module is first
  ///   used: at the start of a release build most modules are not used at all.
  /// - Throws: ``ShellOutput/ShellError`` if the name is taken or a specification is invalid, and what the
  ///   module's own `load` throws. The message names both modules, or the command and the field.
  package func load(_ module: any FeatureModule, checksLater: Bool = false) throws {
    let api = module.isAboutShell ? nil : apis.ownAPI
    try load(module, of: api, as: module.name, checksLater: checksLater)
  }

  /// Loads a module of an API, whose name no other module of the shell has.
  ///
  /// - Parameter api: the name of the API; nil for a module about the shell.
  package func load(_ module: any FeatureModule, of api: String?, checksLater: Bool) throws {
    try load(module, of: api, as: module.name, checksLater: checksLater)
  }

  /// Loads a module that an API brings; another API may bring one of the same name.
  package func load(_ module: any FeatureModule, broughtBy api: String) throws {
    try load(module, of: api, as: key(module.name, of: api), checksLater: true)
  }

  private func load(
    _ module: any FeatureModule, of api: String?, as key: String, checksLater: Bool
  ) throws {
    let name = module.name
    if key == name, builtins[name] != nil || BuiltInStage(rawValue: name) != nil {
      throw ShellError(
        .failed, "the module '\(name)' has the name of a built-in command",
        hint: "rename \(type(of: module))")
    }
    guard CommandSpecification.isName(name) else {
      throw ShellError(.failed, "the module '\(name)': the name \(CommandSpecification.rule)")
    }
    // The shell's own API may have the name of its main module.
    if name != api, apis.otherAPIs().contains(name) {
      throw ShellError(
        .failed, "the module '\(name)' has the name of an API", hint: "rename one of them")
    }
    if let other = loaded[key]?.module {
      throw ShellError(
        .failed,
        "two modules are named '\(name)': \(type(of: other)) and \(type(of: module))",
        hint: "rename one, or unload it first")
    }
    let entry = Loaded(module, of: api, program: program)
    if !checksLater { try entry.check() }
    do {
      try module.load()
    } catch let error as any ShellErrorConvertible {
      // The author wrote its message for users.
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

  /// Loads a module that was unloaded.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if no unloaded module has that name, and what the module's
  ///   own `load` throws.
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
  /// - Throws: ``ShellOutput/ShellError`` if no loaded module has that name.
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

  /// Unloads a module if it is loaded, and forgets it; does nothing if there is none of that name.
  package func remove(_ name: String) {
    // It fails only if the module is not loaded.
    try? unload(name)
    unloaded[name] = nil
    disabled.remove(name)
  }

  /// Returns whether any module has a name: a loaded, an unloaded or a disabled one.
  package func isTaken(_ name: String) -> Bool {
    loaded[name] != nil || isKnownButNotLoaded(name)
  }

  /// Returns whether the user disabled a module of a name.
  func isDisabled(_ name: String) -> Bool { disabled.contains(name) }

  /// Returns whether a module of a name is there, but unloaded or disabled.
  package func isKnownButNotLoaded(_ name: String) -> Bool { isUnloaded(name) || isDisabled(name) }

  /// Unloads a module if it is loaded, and forgets all but that it is disabled.
  package func disable(_ name: String) {
    remove(name)
    disabled.insert(name)
  }

  /// Makes the commands of a loaded module anew, because they have changed.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if a specification is invalid; the commands then stay as they
  ///   were.
  package func reloadCommands(of name: String) throws {
    guard let entry = loaded[name] ?? find(name) else { throw unknown(name) }
    try entry.makeCommands()
  }

  private func unknown(_ name: String) -> ShellError {
    let nearest = Spelling.nearest(to: name, among: names + unloaded.keys.sorted())
    return ShellError(
      .unknownCommand,
      "no module is called '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// Returns the candidates of all loaded modules for a completion kind, sorted by module name.
  ///
  /// Each source contributes at most ``ShellCommands/CompletionQuery/limit`` candidates.
  ///
  /// - Parameter api: the API whose modules are asked, beside those of the shell; nil for the current one.
  package func completions(
    of kind: CompletionKind, for query: CompletionQuery, in api: String? = nil
  ) -> [CompletionSource.Candidate] {
    let api = api ?? apis.currentAPI()
    // Of many modules, few have a source of one kind.
    var modules: [(name: String, sources: [CompletionSource])] = []
    for (name, module) in loaded where module.api == nil || module.api == api {
      let sources = module.completionSources.filter { $0.kind == kind }
      if !sources.isEmpty { modules.append((name, sources)) }
    }
    modules.sort { $0.name < $1.name }
    let own = ownSources.filter { $0.kind == kind }
    return own.flatMap { $0.answer(query).prefix(CompletionQuery.limit) }
      + modules.flatMap { module, sources in
        let outer = CrashReport.exchange(completionCrashLine(of: module))
        defer { CrashReport.exchange(outer) }
        return sources.flatMap { $0.answer(query).prefix(CompletionQuery.limit) }
      }
  }

  /// Returns the command of a loaded module that lists what a completion kind stands for, such as
  /// `products list` for `products.id`; nil if there is none.
  package func listing(_ kind: CompletionKind) -> String? {
    for name in names {
      guard let module = find(name),
        module.completionSources.contains(where: { $0.kind == kind }),
        let list = module.commands["list"]
      else { continue }
      return list.path
    }
    return nil
  }

  /// Returns what is written if the process crashes while a module completes a word.
  private func completionCrashLine(of module: String) -> CrashReport.Line {
    if let line = completionCrashLines[module] { return line }
    let line = CrashReport.Line("\(program): crashed while the module '\(module)' completed a word")
    completionCrashLines[module] = line
    return line
  }

  /// Returns the candidates of all loaded modules for a completion kind and a prefix.
  package func completions(of kind: CompletionKind, for prefix: String) -> [CompletionSource
    .Candidate]
  {
    completions(of: kind, for: CompletionQuery(prefix: prefix))
  }

  /// The routes of the places of all loaded modules, sorted by module name.
  var places: [(module: String, route: PlaceRoute)] {
    reachable.sorted { $0.key < $1.key }.flatMap { key, module in
      module.places.map { (key, $0) }
    }
  }

  /// The commands of the modules that have places, or need what a place names, so that a command's name
  /// alone can run it somewhere; also of the unloaded modules, whose lines may hold secrets too.
  var commandsOfPlaces: [CommandTable] {
    let modules = Array(loaded.values) + unloaded.values
    let kinds = modules.reduce(into: Set<CompletionKind>()) { kinds, module in
      for route in module.places {
        for case .value(let kind) in route.parts { kinds.insert(kind) }
      }
    }
    return modules.filter { module in
      !module.places.isEmpty || module.commands.all.contains { $0.needs(anyOf: kinds) }
    }.map(\.commands)
  }

  /// Returns the commands that need a value of one of these kinds, but not those of one module, by their
  /// own names; without those whose name several modules claim.
  func commands(
    needingAnyOf kinds: Set<CompletionKind>, exceptOf own: String
  ) -> [CommandTable.Entry] {
    guard !kinds.isEmpty else { return [] }
    let entries = reachable.filter { $0.key != own && $0.value.module.deferredCommands.isEmpty }
      .flatMap { $0.value.commands.all.filter { $0.needs(anyOf: kinds) } }
    return Dictionary(grouping: entries, by: \.specification.name).values
      .compactMap { $0.count == 1 ? $0[0] : nil }
      .sorted { $0.specification.name < $1.specification.name }
  }

  /// Returns the loaded module that a word means now; nil if there is none.
  package func module(_ name: String) -> (any FeatureModule)? { find(name)?.module }

  /// Returns the commands of the module that a word means now; nil if there is none.
  package func commands(of name: String) -> CommandTable? { find(name)?.commands }

  /// Returns the commands of a module of an API, wherever the user is; nil if there is none.
  package func commands(of name: String, in api: String) -> CommandTable? {
    guard let module = loaded[key(name, of: api)] ?? loaded[name], module.api == api else {
      return nil
    }
    return module.commands
  }

  /// Returns the commands of the module that has a place.
  func commands(ofKey key: String) -> CommandTable? { loaded[key]?.commands }

  /// Whether the module that has a place is loaded.
  func isLoaded(key: String) -> Bool { loaded[key] != nil }

  /// The sorted names of the modules of an API.
  package func names(in api: String) -> [String] {
    loaded.values.filter { $0.api == api }.map(\.module.name).sorted()
  }

  /// Returns the command that the name of an API and further words mean: `shop products list`; nil if there
  /// is none.
  package func command(inAPI words: ArraySlice<Word>) -> CommandTable.Entry? {
    guard let api = words.first?.text, apis.isAPI(api) else { return nil }
    let rest = words.dropFirst()
    guard let name = rest.first?.text else { return nil }
    if name != api, let commands = commands(of: name, in: api) {
      return commands.command(before: rest.dropFirst().first?.text)?.behindAPI
    }
    return commands(of: api, in: api)?[name]
  }

  /// The operations of the current API, which need no name before them; nil if it is the shell's own.
  package var operations: CommandTable? {
    guard let api = apis.currentAPI(), api != apis.ownAPI else { return nil }
    // It may have become the current one just now.
    try? apis.openAPI(api)
    return commands(of: api, in: api)
  }

  /// The command of the current API that has a name of its own: an operation without its API's name; nil if
  /// there is none.
  func operation(_ name: String) -> CommandTable.Entry? {
    operations?[name]?.alone
  }

  /// Returns the stage that the words after a `|` begin with; nil if they name a program.
  ///
  /// A stage is one of the shell's own, `MODULE STAGE`, or a module whose only command is a stage.
  package func stage(of words: [Word]) -> CommandTable.Entry? {
    let first = words.text(at: 0)
    if let stage = stages[first] { return stage }
    guard let commands = commands(of: first) else { return nil }
    let entry = commands.sole ?? (words.count > 1 ? commands[words.text(at: 1)] : nil)
    return entry?.stageRole == nil ? nil : entry
  }

  /// Returns the command that words begin with, by its whole name; nil if there is none.
  package func command(of words: ArraySlice<Word>) -> CommandTable.Entry? {
    guard let first = words.first?.text else { return nil }
    if let builtin = builtins[first] { return builtin }
    if let commands = commands(of: first) {
      return commands.command(before: words.dropFirst().first?.text)
    }
    return command(inAPI: words) ?? operation(first)
  }

  /// The sorted names of the shell's own commands.
  package var builtinNames: [String] { builtins.names }

  /// Returns what the commands of a loaded module are, sorted by name; none if it is not loaded.
  package func specifications(of name: String) -> [CommandSpecification] {
    commands(of: name)?.everyCommand.map(\.specification) ?? []
  }

  /// Checks the commands of a module, if that was left for later.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if a specification is invalid.
  func check(_ name: String) throws { try find(name)?.check() }

  /// The commands of all modules by the modules' names; also of the unloaded ones, whose lines may
  /// hold secrets too.
  var knownCommands: [String: CommandTable] {
    loaded.mapValues(\.commands).merging(unloaded.mapValues(\.commands)) { loaded, _ in loaded }
  }

  /// Returns the commands of a module, loaded or unloaded; nil if there is none.
  func knownCommands(of name: String) -> CommandTable? {
    loaded[name]?.commands ?? unloaded[name]?.commands
      ?? loaded.values.first { $0.module.name == name }?.commands
  }

  /// The sorted names of the modules whose name alone is enough now.
  package var names: [String] { reachable.map(\.value.module.name).sorted() }
}
