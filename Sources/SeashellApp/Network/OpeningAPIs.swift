import CoreJSON
import SeashellAPIs
import SeashellKit
import ShellCommands
import ShellOutput
import ShellRuntime
import WebAPI
import WebCurl

/// Brings the APIs of a program to its shell: loads the commands of one when its name is first used, and again after a
/// change.
@MainActor
final class OpeningAPIs: APIProvider {
  private let apis: APIRegistry
  private let program: ConfiguredAPIs
  private let registry: ModuleRegistry
  private var opened: Set<String> = []

  init(_ apis: APIRegistry, _ program: ConfiguredAPIs, _ registry: ModuleRegistry) {
    (self.apis, self.program, self.registry) = (apis, program, registry)
  }

  var names: [String] { program.names }

  var configured: [ConfiguredAPI] { program.all }

  func context(of name: String) throws -> (ModuleContext, isChosen: Bool) {
    try program.context(of: name)
  }

  // Created when they are needed, since most runs need none of them.
  var commands: [any Command] {
    let userAgent = apis.own.context.identity.userAgent
    return APIManager(apis, program.store) { CurlTransport($0, userAgent: userAgent) }.commands
  }

  func edit(_ edits: [ConfigurationEdit]) async throws { try await program.edit(edits) }

  func open(_ name: String) throws {
    let api = try apis.ready(name)
    guard !api.isOwn, opened.insert(name).inserted else { return }
    do {
      try load(api)
    } catch {
      opened.remove(name)
      throw error
    }
  }

  private func load(_ api: API) throws {
    let name = api.name
    if let compiled = program.compiled.first(where: { $0.name == name }) {
      for module in try compiled.modules(api.context) {
        try registry.load(module, broughtBy: name)
      }
    }
    guard let settings = program.configured(name) else { return }
    for module in try OperationsModule.modules(of: api, settings, in: program.store) {
      try registry.load(module, broughtBy: name)
    }
  }

  func pages(of response: APIResponse, from api: API) -> ListPages {
    program.responses.pages(of: response, from: api)
  }

  func security(of name: String) -> APISecurity {
    program.configured(name).map(program.store.security) ?? APISecurity()
  }

  func reload(_ name: String) {
    apis.descriptionChanged(of: name)
    guard opened.remove(name) != nil else { return }
    registry.removeModules(of: name) { $0 is OperationsModule }
    if apis.current.name == name { try? open(name) }
  }

  func readAgain() throws {
    try program.readAgain()
    for api in apis.used where !api.isOwn {
      reload(api.name)
      if !apis.names.contains(api.name) { apis.forget(api.name) }
    }
    registry.catchUp()
  }

  func objection(to name: String) -> String? {
    if let problem = ConfiguredAPI.problem(ofName: name) { return problem }
    if name == apis.own.name { return "it is the shell's own API" }
    if program.configured(name) != nil {
      return "it is added already; 'api remove \(name)' removes it"
    }
    if registry.builtins[name] != nil || registry.stages[name] != nil {
      return "it is a command of the shell"
    }
    if registry.isTaken(name) { return "it is a module" }
    let environments = apis.all.flatMap { $0.environments.all.map(\.shortName) }
    return environments.contains(name) ? "it is an environment" : nil
  }
}
