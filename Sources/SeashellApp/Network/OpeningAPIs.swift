import CoreJSON
import SeashellAPIs
import SeashellKit
import ShellCommands
import ShellOutput
import ShellRuntime
import WebAPI

/// Loads the commands of an API when its name is first used, and again after a change.
@MainActor
final class OpeningAPIs {
  var registry: ModuleRegistry?
  private let apis: APIRegistry
  private let configured: ConfiguredAPIs
  let store: DescriptionStore
  private var opened: Set<String> = []
  private lazy var responses = DescribedResponses(apis, store) { [configured] in
    configured.configured($0)
  }

  init(_ apis: APIRegistry, _ configured: ConfiguredAPIs) {
    self.apis = apis
    self.configured = configured
    store = DescriptionStore(apis.own.context.directories)
  }

  /// Throws if the API's environment is not known, or its description cannot be read.
  func open(_ name: String) throws {
    let api = try apis.ready(name)
    guard !api.isOwn, let registry, opened.insert(name).inserted else { return }
    do {
      try load(api, into: registry)
    } catch {
      opened.remove(name)
      throw error
    }
  }

  private func load(_ api: API, into registry: ModuleRegistry) throws {
    let name = api.name
    if let compiled = configured.compiled.first(where: { $0.name == name }) {
      for module in try compiled.modules(api.context) {
        try registry.load(module, broughtBy: name)
      }
    }
    guard let settings = configured.configured(name) else { return }
    for module in try OperationsModule.modules(of: api, settings, in: store) {
      try registry.load(module, broughtBy: name)
    }
  }

  /// The schemas of responses in the descriptions of APIs.
  var schemas: ResponseSchemas {
    var schemas = ResponseSchemas()
    schemas.document = { try DescribedResponses.document($0) }
    schemas.schema = { [self] response, part in
      try await responses.schema(of: response, isRecord: part == .record).map {
        ResponseSchemas.Place($0.document, at: $0.pointer)
      }
    }
    return schemas
  }

  /// Returns how the pages of the list in a response are read.
  func pages(of response: APIResponse, from api: API) -> ListPages {
    responses.pages(of: response, from: api)
  }

  /// Returns how requests to an API are authorized, as its description says.
  func security(of name: String) -> APISecurity {
    configured.configured(name).map(store.security) ?? APISecurity()
  }

  /// Loads the API's commands; a failure is only a notice, since requests can still be sent.
  func openOrReport(_ name: String) {
    do {
      try open(name)
    } catch {
      let error = ShellError(error)
      apis.own.context.console.notify(
        error.message + (error.hint.map { "; \($0)" } ?? ""))
    }
  }

  /// Discards the API's commands, so that their next use creates them again if the API still exists.
  func reload(_ name: String) {
    apis.descriptionChanged(of: name)
    guard opened.remove(name) != nil else { return }
    registry?.removeModules(of: name) { $0 is OperationsModule }
    if apis.current.name == name { try? open(name) }
  }

  /// Applies the content of the configuration file and the descriptions, which have been replaced.
  func readConfigurationAgain() throws {
    try configured.readAgain()
    for api in apis.used where !api.isOwn {
      reload(api.name)
      if !apis.names.contains(api.name) { apis.forget(api.name) }
    }
    registry?.catchUp()
  }

  /// Returns why a word cannot be the name of another API; nil if it can.
  func problem(_ name: String) -> String? {
    if let problem = ConfiguredAPI.problem(ofName: name) { return problem }
    if name == apis.own.name { return "it is the shell's own API" }
    if configured.configured(name) != nil {
      return "it is added already; 'api remove \(name)' removes it"
    }
    guard let registry else { return nil }
    if registry.builtins[name] != nil || registry.stages[name] != nil {
      return "it is a command of the shell"
    }
    if registry.isTaken(name) { return "it is a module" }
    let environments = apis.all.flatMap { $0.environments.all.map(\.shortName) }
    return environments.contains(name) ? "it is an environment" : nil
  }
}
