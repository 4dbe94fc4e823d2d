package import ShellLanguage
package import ShellCommands
import ShellOutput

/// Which module and command a name or a line means.
extension ModuleRegistry {
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

  /// Returns the loaded module that a word means now; nil if there is none.
  package func module(_ name: String) -> (any FeatureModule)? { find(name)?.module }

  /// Returns the commands of the module that a word means now; nil if there is none.
  package func commands(of name: String) -> CommandTable? { find(name)?.commands }

  /// Returns the commands of a module of an API, wherever the user is; nil if there is none.
  package func commands(of name: String, in api: String) -> CommandTable? {
    if let module = loaded[name], module.api == api { return module.commands }
    return loaded[key(name, of: api)].flatMap { $0.api == api ? $0.commands : nil }
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

  /// Returns why the command that words name is not there any more; nil if an API never had it.
  func former(_ words: ArraySlice<Word>) -> ShellError? {
    var names = words.prefix(3).map(\.text)
    guard let first = names.first, let api = apis.isAPI(first) ? first : apis.currentAPI(),
      let module = loaded[api]?.operations
    else { return nil }
    // A group that is called like its API is not named again.
    if first == api, names.count > 2 { names.removeFirst() }
    return names.count > 1 ? module.former(names[0], names[1]) : nil
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
      return commands.command(before: words.dropFirst().first?.text) ?? command(inAPI: words)
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
