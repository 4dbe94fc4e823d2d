import ShellCommands
import ShellOutput

struct ModulesCommand: ImmediateCommand {
  unowned let state: ShellState
  let specification = CommandSpecification(
    "modules",
    abstract: "List the modules, load one or unload one",
    discussion: """
      The commands of a module that is unloaded cannot be run, and the module handles no events. \
      Loaded again, it starts anew. A module is unloaded for this shell only.
      """,
    examples: [
      .init("modules", "lists them, with the number of commands each has"),
      .init("modules unload reviews", "removes the commands of reviews"),
      .init("modules load reviews", "makes them available again"),
    ],
    arguments: [
      .init(
        "ACTION", "what to do; list if left out", type: .choice(Action.allCases.map(\.rawValue)),
        isRequired: false),
      .init("MODULE", "the module to load or unload", isRequired: false, completion: "modules"),
    ])

  /// The actions on modules.
  enum Action: String, CaseIterable {
    case list, load, unload
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let arguments = invocation.arguments
    let action = arguments.text("ACTION").flatMap(Action.init) ?? .list
    let name = arguments.text("MODULE")
    if action == .list {
      guard name == nil else {
        throw ShellError(
          .usage, "modules list takes no name", word: arguments.word(of: "MODULE"))
      }
      return try list(to: invocation.output)
    }
    guard let name else { throw ShellError(.usage, "modules \(action.rawValue) needs a MODULE") }
    do {
      if action == .load { try state.modules.load(name) } else { try state.modules.unload(name) }
    } catch var error as ShellError {
      if error.code == .unknownCommand { error.word = arguments.word(of: "MODULE") }
      throw error
    }
  }

  private func list(to output: Output) throws {
    try output.columns([
      Column("name"), Column("state"), Column("commands"), Column("abstract"),
    ])
    let modules = state.modules.modules.map { ($0, "loaded") }
    let unloaded = state.modules.unloadedModules.map { ($0, "unloaded") }
    for (module, word) in (modules + unloaded).sorted(by: { $0.0.name < $1.0.name }) {
      let count = state.modules.commands(of: module.name)?.all.count ?? 0
      try output.row([
        .text(module.name), .text(word), .integer(count), .text(module.abstract),
      ])
    }
  }
}

extension ModulesCommand {
  /// Returns the names that complete a line: the loaded modules for `unload`, the others for `load`.
  static func names(for query: CompletionQuery, in modules: ModuleRegistry) -> [String] {
    let candidates =
      switch query.value(of: "ACTION").flatMap(Action.init) {
      case .load: modules.unloadedModules.map(\.name)
      case .unload: modules.names
      case .list, nil: [String]()
      }
    return candidates.filter { query.matches($0) }
  }
}
