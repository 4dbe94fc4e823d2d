import CoreEvents
import ShellCommands
import ShellOutput
import WebAPI
import WebAuthorization

/// The APIs of a shell, and the one that is current.
@MainActor
public final class APIRegistry {
  /// The API that the shell was made for.
  public private(set) lazy var own = API(context, isOwn: true)

  /// What brings the other APIs.
  private(set) var providers: [any APIProvider] = []

  /// Holds the credentials of all APIs; nil if no module does.
  package internal(set) weak var keeper: (any CredentialKeeper)?

  /// Whether commands need their API's name: in a script where only a variable decides the current API.
  package var requiresNames = false

  private unowned let context: ModuleContext
  private var others: [String: (api: API, context: ModuleContext)] = [:]
  /// The contexts of removed APIs, which jobs may still use.
  private var forgotten: [ModuleContext] = []
  private var chosen: String

  /// Adds the APIs of a provider.
  package func add(_ provider: any APIProvider) { providers.append(provider) }

  init(own context: ModuleContext) {
    self.context = context
    chosen = context.client.api
  }

  /// The names of all APIs: first the shell's own, then the others, sorted.
  public var names: [String] { [own.name] + otherAPIs.filter { $0 != own.name }.sorted() }

  /// The API whose commands need no name before them, and whose environment the prompt shows.
  ///
  /// In a job, a rule and `watch` it is the API that was current when their line was read.
  public var current: API {
    let name = RequestTargets.bound?.api ?? chosen
    return name == own.name ? own : others[name]?.api ?? own
  }

  /// The API that the user has chosen.
  ///
  /// Jobs and rules may use another.
  package var chosenAPI: API { others[chosen]?.api ?? own }

  /// Returns an API if it exists and has been used.
  package func known(_ name: String) -> API? { name == own.name ? own : others[name]?.api }

  /// The APIs whose environments can be chosen; an API whose configuration is wrong is left out.
  public var all: [API] { names.compactMap { try? api($0) } }

  /// The APIs that have been used, the shell's own first, then sorted by name.
  public var used: [API] { [own] + others.values.map(\.api).sorted { $0.name < $1.name } }

  /// Returns the API with a name; its first use reads its configuration.
  ///
  /// - Throws: `ShellError` `notFound`, with the nearest name as a suggestion, if no API has the name;
  ///   `usage` if the configuration of the API cannot be used.
  public func api(_ name: String) throws -> API {
    if let api = known(name) { return api }
    guard let (context, isChosen) = try provider(of: name)?.context(of: name) else {
      throw unknown(name, or: .notFound)
    }
    context.join(self)
    let api = API(context, isOwn: false, isChosen: isChosen)
    others[name] = (api, context)
    authorize(api)
    return api
  }

  /// Adds credentials to the requests of every API, including APIs used later, lets the keeper say who
  /// is signed in, and posts ``AuthorizationChanged``.
  ///
  /// An API whose own module installs an authorizer keeps that one.
  ///
  /// - Parameter keeper: holds the credentials; it is not retained.
  /// - Throws: `ShellError` if another module already authorizes the requests of the shell's own API.
  public func install(_ keeper: any CredentialKeeper) throws {
    own.context.launchToken?.choose(own.client.environment)
    try own.context.install(keeper.authorizer(of: own))
    self.keeper = keeper
    own.context.user.install(keeper)
    for api in used where !api.isOwn { authorize(api) }
  }

  /// Sends the requests of every API without credentials, and posts ``AuthorizationChanged``.
  public func removeKeeper() {
    if let keeper { for api in used { api.context.user.remove(keeper) } }
    keeper = nil
    for api in used where !api.isOwn && api.client.hasSharedAuthorizer {
      api.client.authorizer = nil
      api.client.hasSharedAuthorizer = false
    }
    own.context.removeAuthorizer()
  }

  private func authorize(_ api: API) {
    guard let keeper, api.client.authorizer == nil || api.client.hasSharedAuthorizer else {
      return
    }
    api.client.authorizer = keeper.authorizer(of: api)
    api.client.hasSharedAuthorizer = true
    api.context.user.install(keeper)
  }

  /// Updates the authorizer of an API after its description has changed.
  package func descriptionChanged(of name: String) {
    guard let api = known(name), !api.isOwn else { return }
    api.forgetSecurity()
    authorize(api)
  }

  /// Returns an API whose requests can be sent.
  ///
  /// - Throws: as ``api(_:)`` does; `usage` if it has several environments and none was chosen.
  public func ready(_ name: String) throws -> API {
    let api = try api(name)
    let isKnown = RequestTargets.bound.map { api.beginsChosen || $0[name] != nil } ?? api.isChosen
    guard !isKnown else {
      api.client.secretParameters = api.security.keyParameters
      return api
    }
    let environments = api.environments.all
    let names = (environments.filter { !$0.isProduction } + environments.filter(\.isProduction))
      .map(\.name)
    throw ShellError(
      .usage, "the API '\(name)' has several environments: \(names.joined(separator: ", "))",
      hint: "choose one: -e \(names[0]), or 'env use \(names[0])'")
  }

  /// Removes an API; a job that uses it can still finish.
  package func forget(_ name: String) {
    if let context = others.removeValue(forKey: name)?.context { forgotten.append(context) }
  }

  func unknown(_ name: String, or code: ShellError.Code) -> ShellError {
    let names = names
    return ShellError(
      code, "no API is called '\(name)'",
      hint: Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? "'api list' lists them")
  }

  /// Returns the environment that a text names, and its API.
  ///
  /// - Parameter text: `live` of the current API, else of the shell's own one; or `wh:live`.
  /// - Throws: `ShellError` `notFound` if there is no such environment. Its hint lists those that there are.
  public func environment(_ text: String) throws -> (api: API, environment: APIEnvironment) {
    guard let id = EnvironmentID(text) else {
      let near = current.isOwn ? [own] : [current, own]
      for api in near {
        let name = api.qualified(text)
        if let found = api.environments.all.first(where: { $0.name == name }) {
          return (api, found)
        }
      }
      do {
        let known = near.flatMap(\.environments.all)
        return (own, try EnvironmentRegistry.find(text, in: known, orThrow: .notFound))
      } catch var error as ShellError {
        let other = all.lazy.flatMap(\.environments.all).first { $0.shortName == text }
        if let other { error.hint = "did you mean '\(other.name)'?" }
        throw error
      }
    }
    let api = try api(id.api)
    return (api, try api.environments.environment(named: api.qualified(id.name)))
  }

  /// Returns the name by which ``environment(_:)`` finds an environment of an API: its full name, with `shop:`
  /// before it if the current API has an environment of that name.
  public func choosableName(of environment: APIEnvironment, in api: API) -> String {
    let isHidden =
      api.isOwn && !current.isOwn
      && current.environments.all.contains { $0.shortName == environment.name }
    return isHidden ? "\(api.name):\(environment.name)" : environment.name
  }

  /// Selects an environment, and makes its API the current one.
  ///
  /// Posts ``EnvironmentChanged`` and `DataInvalidated`. In a job, a rule and `watch` it only changes where
  /// their own requests go, and posts nothing.
  ///
  /// - Parameter text: as for ``environment(_:)``; or the name of an API, for its current environment.
  /// - Throws: as ``environment(_:)`` does; `usage` if it is a production environment and certificates are
  ///   not verified, or if an API has several environments and none was chosen.
  public func use(_ text: String) throws {
    let (api, environment) = try chosen(text)
    let previous = current
    let former = previous.client.environmentID
    requiresNames = false
    guard api !== previous || environment != previous.client.environment || !api.beginsChosen
    else { return }
    try api.environments.choose(environment)
    if RequestTargets.bound == nil {
      api.isChosen = true
      api.context.launchToken?.choose(environment)
      previous.environments.noteSwitch()
    }
    setCurrent(api)
    api.environments.announce(from: former)
  }

  private func chosen(_ text: String) throws -> (api: API, environment: APIEnvironment) {
    do {
      return try environment(text)
    } catch let error as ShellError where error.code == .notFound && names.contains(text) {
      let api = try ready(text)
      return (api, api.client.environment)
    }
  }

  /// Makes an API the current one without posting an event.
  ///
  /// If its commands cannot be loaded, that is only a notice, since requests can still be sent.
  package func setCurrent(_ api: API) {
    do {
      if !api.isOwn { try openAPI(api.name) }
    } catch {
      let error = ShellError(error)
      context.console.notify(error.message + (error.hint.map { "; \($0)" } ?? ""))
    }
    if let bound = RequestTargets.bound {
      bound.api = api.name
    } else if chosen != api.name {
      chosen = api.name
    }
  }
}

extension ModuleContext {
  /// All APIs of the shell.
  ///
  /// A module for one API needs only its own context. A module for the shell, such as `env`, uses them all.
  public var apis: APIRegistry { state { APIRegistry(own: self) } }

  /// The API whose context this is.
  public var api: API { apis.known(client.api) ?? apis.own }

  /// Registers this context as that of another API; call it before anything reads ``apis``.
  func join(_ apis: APIRegistry) { _ = state { apis } }
}
