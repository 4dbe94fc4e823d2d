import ShellCommands

/// The places of the modules, and the commands that can be run in them.
extension ModuleRegistry {
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
      !module.places.isEmpty || module.commands.hasCommands(needingAnyOf: kinds)
    }.map(\.commands)
  }

  /// Returns the commands that need a value of one of these kinds, but not those of one module, by their
  /// own names; without those whose name several modules claim.
  ///
  /// - Parameter name: the name of the only one that is wanted; nil for all.
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
