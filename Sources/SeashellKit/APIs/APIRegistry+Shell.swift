package import ShellCommands
import WebAPI

/// The APIs as the shell sees them.
extension APIRegistry: RequestEnvironments {
  package var environmentName: String { current.client.connection.name }

  package func productionName(of api: String?) -> String? {
    (api.map(known) ?? current)?.client.connection.productionName
  }

  package func path(ofURL url: String) throws -> String {
    try current.client.environment.path(ofURL: url)
  }

  package func eventEnvironment(of api: String?) -> String? {
    // The description of an API is read when the API is first used.
    guard let api = api.map({ try? self.api($0) }) ?? current else { return nil }
    return api.client.environmentID.description
  }

  package var requestTargets: RequestTargets {
    if let bound = RequestTargets.bound { return bound.copy() }
    let known = used.filter(\.isChosen)
    return RequestTargets(
      api: chosenAPI.name,
      targets: Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.client.chosen) }))
  }

  package var ownAPI: String? { own.name }

  package var currentAPI: String? {
    requiresNames && RequestTargets.bound == nil ? nil : current.name
  }

  package var otherAPIs: [String] { providers.flatMap(\.names) }

  package func openAPI(_ name: String) throws { try provider(of: name)?.open(name) }
}

extension EnvironmentConnection {
  /// The name that confirmations show for a production environment, with its host unless it is the shell's
  /// own API.
  fileprivate var productionName: String? {
    guard environment.isProduction else { return nil }
    return EnvironmentID(name) == nil ? name : "\(name) (\(environment.origin))"
  }
}
