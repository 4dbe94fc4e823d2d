import ShellCommands
import ShellOutput

/// Writes the package of a new module, for `modules new`.
package struct ModuleMaker {
  /// Writes the package.
  ///
  /// - Returns: what the user can do next.
  let make: @MainActor (_ name: String, _ directory: String?, _ kit: String?) throws -> String

  /// Creates a maker from a function.
  package init(
    _ make:
      @escaping @MainActor (_ name: String, _ directory: String?, _ kit: String?) throws
      -> String
  ) {
    self.make = make
  }
}

struct ModulesCommand: ImmediateCommand {
  unowned let state: ShellState
  /// Writes new modules; nil in a shell that offers no `modules new`.
  let maker: ModuleMaker?

  let action = Argument<Action?>("ACTION", "what to do; list if left out")
  let name = Argument<String?>("MODULE", "the module", completion: "modules")
  let directory = Option<String?>(
    "in", value: "DIR", "the folder in which 'new' writes the package", completion: "files")
  let kit = Option<String?>(
    "kit", value: "PATH", "the folder or the URL of the kit's sources, for 'new'",
    completion: "files")

  var specification: CommandSpecification {
    var specification = CommandSpecification(
      "modules",
      abstract: "List the modules, load one or unload one",
      discussion: """
        The commands of a module that is unloaded cannot be run, and the module handles no events. \
        Loaded again, it starts anew. A module is unloaded for this shell only.
        """,
      examples: [.init("modules", "lists them, with the number of commands each has")],
      parameters: [action, name])
    guard maker != nil else {
      specification.arguments[0].type = .choice(
        Action.allCases.filter { $0 != .new }.map(\.rawValue))
      return specification
    }
    specification.abstract = "List, load or unload modules, or write a new one"
    specification.discussion += """
       'modules new NAME' writes a package with a module of your own, a shell that has it, and tests.
      """
    for parameter in [directory, kit] {
      specification.options += [parameter.specification]
    }
    return specification
  }

  /// The actions on modules.
  enum Action: String, CaseIterable, ParameterValue {
    case list, load, unload, new
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let action = invocation[action] ?? .list
    if action != .new, maker != nil {
      for option in [directory, kit] where invocation[option] != nil {
        throw invocation.usageError("modules \(action.rawValue) takes no options", at: option)
      }
    }
    if action == .list {
      guard invocation[name] == nil else {
        throw invocation.usageError("modules list takes no name", at: name)
      }
      return try list(to: invocation.output)
    }
    guard let module = invocation[name] else {
      throw ShellError(
        .usage, "modules \(action.rawValue) needs a MODULE",
        hint: action == .new ? "modules new NAME writes one" : "modules lists them")
    }
    try invocation.pointing(at: name) {
      switch action {
      case .list: break
      case .load: try state.modules.load(module)
      case .unload: try state.modules.unload(module)
      case .new:
        let advice = try maker?.make(module, invocation[directory], invocation[kit])
        if let advice { invocation.report(advice) }
      }
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
      case .list, .new, nil: [String]()
      }
    return candidates.filter { query.matches($0) }
  }
}
