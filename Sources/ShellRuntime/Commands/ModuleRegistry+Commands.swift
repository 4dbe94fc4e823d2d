package import ShellLanguage
package import ShellCommands
import ShellOutput

extension ModuleRegistry {
  /// Returns the command that lists the values of a completion kind, such as `products list` for
  /// `products.id`, if a loaded module has one.
  func listing(_ kind: CompletionKind) -> String? {
    for name in names {
      guard let module = find(name),
        module.completionSources.contains(where: { $0.kind == kind }),
        let list = module.commands["list"]
      else { continue }
      return list.path
    }
    return nil
  }

  /// Returns the loaded module that a word currently refers to, if any.
  package func module(_ name: String) -> (any FeatureModule)? { find(name)?.module }

  /// Returns the commands of the module that a word currently refers to, if any.
  package func commands(of name: String) -> CommandTable? { find(name)?.commands }

  /// Returns the commands of an API's module, whatever the current API, if the module exists.
  ///
  /// A noun in singular finds the group in plural, unless something of the API is spelled like it.
  package func commands(of name: String, in api: String) -> CommandTable? {
    if let module = loaded[name], module.api == api { return module.commands }
    if let module = loaded[key(name, of: api)], module.api == api { return module.commands }
    return plural(of: name, in: api).flatMap { loaded[key($0, of: api)]?.commands }
  }

  func commands(ofKey key: String) -> CommandTable? { loaded[key]?.commands }

  func isLoaded(key: String) -> Bool { loaded[key] != nil }

  /// The modules of an API, sorted by name.
  package func modules(in api: String) -> [any FeatureModule] {
    loaded.values.filter { $0.api == api }.map(\.module).sorted { $0.name < $1.name }
  }

  /// Returns the command named by an API's name and further words, such as `shop products list`, if it
  /// exists.
  func command(inAPI words: ArraySlice<Word>) -> CommandTable.Entry? {
    guard let api = words.first?.text, apis.isAPI(api) else { return nil }
    let rest = words.dropFirst()
    guard let name = rest.first?.text else { return nil }
    guard name != api, let commands = commands(of: name, in: api) else {
      return commands(of: api, in: api)?[name]
    }
    let entry = commands.command(before: rest.dropFirst().first)
    // An operation whose id is the group's name keeps it, however many commands the group has.
    if entry?.depth == 1, entry === commands.only,
      let operation = self.commands(of: api, in: api)?[name]
    {
      return operation
    }
    return entry?.behindAPI
  }

  /// The operations of the current API, which can be typed without its name, unless it is the shell's own
  /// API.
  package var operations: CommandTable? {
    guard let api = apis.currentAPI, api != apis.ownAPI else { return nil }
    // It may have just become the current API.
    try? apis.openAPI(api)
    return commands(of: api, in: api)
  }

  /// The command for an operation of the current API, typed without the API's name, if it exists.
  func operation(_ name: String) -> CommandTable.Entry? {
    operations?[name]?.alone
  }

  /// Returns why the command named by some words no longer exists; nil if an API never had it.
  func former(_ words: ArraySlice<Word>) -> ShellError? {
    var names = words.prefix(3).map(\.text)
    guard let first = names.first, let api = apis.isAPI(first) ? first : apis.currentAPI,
      let source = loaded[api]?.module.contributions.source
    else { return nil }
    // A group with its API's name is not typed twice.
    if first == api, names.count > 2 { names.removeFirst() }
    return names.count > 1 ? source.farewell(to: Array(names.prefix(2))) : nil
  }

  /// Returns the stage at the beginning of the words after a `|`; nil if they name a program.
  ///
  /// A stage is one of the shell's own, `MODULE STAGE`, or a module whose only command is a stage.
  package func stage(of words: [Word]) -> CommandTable.Entry? {
    let first = words.text(at: 0)
    if let stage = stages[first] { return stage }
    guard let commands = commands(of: first) else { return nil }
    let entry = commands.sole ?? (words.count > 1 ? commands[words.text(at: 1)] : nil)
    return entry?.stageRole == nil ? nil : entry
  }

  /// The stages that a single word after `|` names: the shell's own, and the modules that are one.
  ///
  /// It creates the commands of all modules.
  package var everyStage: CommandTable {
    let table = CommandTable(program: program)
    for entry in stages.all { table.add(entry) }
    for entry in reachable.compactMap(\.value.commands.sole) where entry.stageRole != nil {
      table.add(entry)
    }
    return table
  }

  /// The modules that can be typed without an API's name at the beginning of a statement, sorted by name: all but
  /// those that are a single stage.
  ///
  /// It creates the commands of all modules.
  package var commandModules: [any FeatureModule] {
    modules.filter { commands(of: $0.name)?.sole?.stageRole == nil }
  }

  /// Returns the command at the beginning of some words, by its full name, if it exists.
  package func command(of words: ArraySlice<Word>) -> CommandTable.Entry? {
    guard let first = words.first?.text else { return nil }
    if let builtin = builtins[first] { return builtin }
    if let commands = commands(of: first) {
      return commands.command(before: words.dropFirst().first) ?? command(inAPI: words)
    }
    return command(inAPI: words) ?? operation(first)
      ?? apis.currentAPI.flatMap { commands(of: first, in: $0) }?
      .command(before: words.dropFirst().first)
  }

  /// The sorted names of the shell's own commands.
  package var builtinNames: [String] { builtins.names }

  package var apiNames: [String] { apis.otherAPIs }

  /// Returns the specifications of a loaded module's commands, sorted by name; empty if it is not loaded.
  package func specifications(of name: String) -> [CommandSpecification] {
    commands(of: name)?.everyCommand.map(\.specification) ?? []
  }

  /// Checks the commands of a module, if that was deferred.
  func check(_ name: String) throws { try find(name)?.check() }

  /// Includes unloaded modules, since lines for them may contain secrets too.
  var knownCommands: [String: CommandTable] {
    loaded.mapValues(\.commands).merging(unloaded.mapValues(\.commands)) { loaded, _ in loaded }
  }

  func knownCommands(of name: String) -> CommandTable? {
    loaded[name]?.commands ?? unloaded[name]?.commands
      ?? loaded.values.first { $0.module.name == name }?.commands
      ?? apis.otherAPIs.lazy.compactMap { api in
        self.plural(of: name, in: api).flatMap { self.loaded[self.key($0, of: api)]?.commands }
      }.first
  }

  /// Reads the description of an API, if a word names one and it was not read yet.
  func open(apiNamed word: String) {
    if apis.otherAPIs.contains(word), loaded[word] == nil { try? apis.openAPI(word) }
  }

  /// The sorted names of the modules that can be typed without an API's name.
  package var names: [String] { reachable.map(\.value.module.name).sorted() }
}
