import ShellCommands

/// The modules' places, and the commands that can run there.
extension ModuleRegistry {
  /// The routes of the places of all loaded modules, sorted by module name.
  var places: [(module: String, route: PlaceRoute)] {
    reachable.sorted { $0.key < $1.key }.flatMap { key, module in
      module.places.map { (key, $0) }
    }
  }

  /// Returns another API than the current one that has a place with these parts of a path, if any.
  func otherAPI(having parts: [String]) -> String? {
    let current = apis.currentAPI
    return loaded.values.filter { loaded in
      loaded.api != nil && loaded.api != current
        && loaded.module.places.contains { $0.values(of: parts) != nil }
    }.compactMap(\.api).min()
  }

  /// Returns a module that is disabled and has a place with these parts of a path, if any.
  func disabledModule(having parts: [String]) -> String? {
    unloaded.values.filter { $0.places.contains { $0.values(of: parts) != nil } }
      .map(\.module.name).min()
  }

  /// The commands of modules that have places, or that need a value from a place, so that a command's name
  /// alone can run it somewhere.
  ///
  /// They include unloaded modules, since lines for them may contain secrets too.
  var commandsOfPlaces: [CommandTable] {
    let modules = Array(loaded.values) + unloaded.values
    let kinds = modules.reduce(into: Set<CompletionKind>()) { kinds, module in
      for route in module.places {
        for case .value(let kind) in route.parts { kinds.insert(kind) }
      }
    }
    return modules.filter { module in
      !module.places.isEmpty || module.commands.hasCommands(needingAnyOf: kinds)
    }.map(\.commands)
  }

  /// Returns the commands that require a value of one of these kinds, except those of one module,
  /// and except commands of several modules with the same name.
  func commands(
    needingAnyOf kinds: Set<CompletionKind>, exceptOf own: String, named name: String? = nil
  ) -> [CommandTable.Entry] {
    guard !kinds.isEmpty else { return [] }
    let entries = reachable.filter { $0.key != own }
      .flatMap { $0.value.commands.commands(needingAnyOf: kinds, named: name) }
    return Dictionary(grouping: entries, by: \.specification.name).values
      .compactMap { $0.count == 1 ? $0[0] : nil }
      .sorted { $0.specification.name < $1.specification.name }
  }
}
