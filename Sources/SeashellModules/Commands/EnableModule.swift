import SeashellKit

struct EnableModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "a disabled module", completion: "modules.disabled")
  var specification: CommandSpecification {
    CommandSpecification(
      "enable",
      abstract: "Make the commands of a disabled module available",
      examples: [.init("modules disable clock; modules enable clock", "disables it for a moment")],
      parameters: [name])
  }

  func run(_ invocation: Invocation) async throws {
    let (record, control) = try invocation.pointing(at: name) { try state.added(invocation[name]) }
    guard !record.isEnabled else { return invocation.report("'\(record.name)' is enabled already") }
    try await control.setEnabled(true, record.name)
  }
}

struct DisableModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an added module", completion: "modules.enabled")
  var specification: CommandSpecification {
    CommandSpecification(
      "disable",
      abstract: "Disable an added module, in this shell and in later ones",
      discussion: "It is ended. 'modules unload' does so for this shell only.",
      examples: [.init("modules disable clock; modules enable clock", "disables it for a moment")],
      parameters: [name])
  }

  func run(_ invocation: Invocation) async throws {
    let (record, control) = try invocation.pointing(at: name) { try state.added(invocation[name]) }
    guard record.isEnabled else { return invocation.report("'\(record.name)' is disabled already") }
    try await control.setEnabled(false, record.name)
  }
}
