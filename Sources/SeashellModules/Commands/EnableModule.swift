import SeashellKit

struct EnableModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "a disabled module", completion: "modules.disabled")
  var specification: CommandSpecification {
    CommandSpecification(
      "enable",
      abstract: "Make the commands of a disabled module available",
      discussion: "It starts anew.",
      examples: [.init("modules disable env; modules enable env", "starts the module env anew")],
      parameters: [name])
  }

  func run(_ invocation: Invocation) async throws {
    let entry = try invocation.pointing(at: name) { try state.changeable(invocation[name]) }
    guard !entry.isEnabled else { return invocation.report("'\(entry.name)' is enabled already") }
    if entry.record != nil, let control = state.control {
      try await control.setEnabled(true, entry.name)
    } else {
      try invocation.pointing(at: name) { try state.host.load(entry.name) }
    }
  }
}

struct DisableModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an enabled module", completion: "modules.enabled")
  var specification: CommandSpecification {
    CommandSpecification(
      "disable",
      abstract: "Disable a module",
      discussion: """
        Its commands cannot be run, and it handles no events. A module that was added is ended, and \
        disabled in later shells too; any other is disabled in this shell, and for good by the field modules of \
        config.json.
        """,
      examples: [.init("modules disable env; modules enable env", "starts the module env anew")],
      parameters: [name])
  }

  func run(_ invocation: Invocation) async throws {
    let entry = try invocation.pointing(at: name) { try state.changeable(invocation[name]) }
    guard entry.isEnabled else { return invocation.report("'\(entry.name)' is disabled already") }
    if entry.record != nil, let control = state.control {
      return try await control.setEnabled(false, entry.name)
    }
    try invocation.pointing(at: name) {
      guard entry.name != "modules" else {
        throw ShellError(
          .usage, "the module 'modules' cannot be disabled, since nothing could enable it again")
      }
      try state.host.unload(entry.name)
    }
  }
}
