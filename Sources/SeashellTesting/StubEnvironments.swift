import SeashellKit
import ShellCommands

/// The APIs and environments of a shell without a client, as a test sets them.
@MainActor
final class StubEnvironments: RequestEnvironments {
  var environmentName = ""
  /// Whether the environment is one of production.
  var isProduction = false
  /// The address of the environment; nil for a shell without one.
  var address: String?
  var ownAPI: String?
  var currentAPI: String?
  /// The other APIs, each with what loads its modules.
  var others: [(name: String, open: @MainActor () throws -> Void)] = []

  init(ownAPI: String? = nil) { (self.ownAPI, currentAPI) = (ownAPI, ownAPI) }

  func productionName(of api: String?) -> String? { isProduction ? environmentName : nil }

  func path(ofURL url: String) throws -> String {
    guard let address, url.hasPrefix(address) else {
      throw ShellError(.usage, "'\(url)' is no URL of the environment")
    }
    return String(url.dropFirst(address.count))
  }

  func eventEnvironment(of api: String?) -> String? { nil }
  var requestTargets: RequestTargets { RequestTargets() }
  var otherAPIs: [String] { others.map(\.name) }
  func openAPI(_ name: String) throws { try others.first { $0.name == name }?.open() }
}
