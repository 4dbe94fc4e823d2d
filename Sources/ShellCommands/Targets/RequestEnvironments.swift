/// The APIs and environments that a program's requests are sent to, as the shell sees them.
///
/// nil as an API's name stands for the current API.
@MainActor
package protocol RequestEnvironments: AnyObject {
  /// The name of the current environment: `live`, or `wh:live` for an API other than the shell's own.
  var environmentName: String { get }

  /// Returns the name that confirmations use for an API's environment, if it is a production environment.
  func productionName(of api: String?) -> String?

  /// Returns the path of a URL in the current environment, below the API's version.
  ///
  /// - Throws: a `usage` error for any other URL.
  func path(ofURL url: String) throws -> String

  /// Returns the API's environment as events name it, `shop:dev`; nil if there is no such API.
  func eventEnvironment(of api: String?) -> String?

  /// The current targets of requests, for a job, a rule and `watch` to keep.
  var requestTargets: RequestTargets { get }

  /// The name of the API that the shell was made for, if any.
  var ownAPI: String? { get }

  /// The name of the current API, if commands may leave it out.
  var currentAPI: String? { get }

  /// The names of the other APIs.
  var otherAPIs: [String] { get }

  /// Loads the modules of an API, unless they are loaded; does nothing if there is no such API.
  func openAPI(_ name: String) throws
}

extension RequestEnvironments {
  /// Whether a word is an API's name.
  package func isAPI(_ name: String) -> Bool { name == ownAPI || otherAPIs.contains(name) }
}
