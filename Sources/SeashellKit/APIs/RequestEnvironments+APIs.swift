package import ShellCommands
import WebAPI

extension RequestEnvironments {
  package convenience init(_ apis: APIRegistry) {
    self.init()
    let api = { @MainActor (name: String?) in name.map(apis.known) ?? apis.current }
    name = { apis.current.client.connection.name }
    production = { api($0)?.client.connection.productionName }
    path = { try apis.current.client.environment.path(ofURL: $0) }
    eventNames = { name in
      // The description of an API is read when the API is first used.
      guard let api = name.map({ try? apis.api($0) }) ?? apis.current else { return [] }
      let connection = api.client.connection
      return [connection.id.description, connection.name]
    }
    targets = { apis.targets() }
    ownAPI = apis.own.name
    currentAPI = { apis.requiresNames && RequestTargets.bound == nil ? nil : apis.current.name }
    otherAPIs = { apis.listNames() }
  }
}

extension EnvironmentConnection {
  /// The name that confirmations show for a production environment, with its host unless it is the shell's
  /// own API.
  fileprivate var productionName: String? {
    guard environment.isProduction else { return nil }
    return EnvironmentID(name) == nil ? name : "\(name) (\(environment.origin))"
  }
}
