import SeashellKit

struct LoadModule: ImmediateCommand {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an unloaded module", completion: "modules.unloaded")
  var specification: CommandSpecification {
    CommandSpecification(
      "load",
      abstract: "Load a module that was unloaded",
      discussion: "Loaded again, it starts anew.",
      examples: [.init("modules unload env; modules load env", "starts the module env anew")],
      parameters: [name])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let module = invocation[name]
    try invocation.pointing(at: name) {
      if try state.entry(named: module).record?.isEnabled == false {
        throw ShellError(
          .unknownCommand, "the module '\(module)' is disabled", hint: "modules enable \(module)")
      }
      try state.host.load(module)
    }
  }
}

struct UnloadModule: ImmediateCommand {
  let state: ModulesState
  let name = Argument<String>("MODULE", "a loaded module", completion: "modules.loaded")
  var specification: CommandSpecification {
    CommandSpecification(
      "unload",
      abstract: "Unload a module for this shell",
      discussion: """
        The commands of a module that is unloaded cannot be run, and the module handles no events.
        """,
      examples: [.init("modules unload env; modules load env", "starts the module env anew")],
      parameters: [name])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let module = invocation[name]
    try invocation.pointing(at: name) {
      guard module != "modules" else {
        throw ShellError(
          .usage, "the module 'modules' cannot be unloaded, since nothing could load it again")
      }
      try state.host.unload(module)
    }
  }
}
