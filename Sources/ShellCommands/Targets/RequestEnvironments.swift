import ShellOutput

/// The APIs and environments that a program's requests are sent to, as the shell sees them.
///
/// nil as an API's name stands for the current API.
@MainActor
package final class RequestEnvironments {
  /// Returns the name of the current environment: `live`, or `wh:live` for an API other than the shell's own.
  package var name: @MainActor () -> String = { "" }
  /// Returns the name that confirmations use for an API's environment, if it is a production environment.
  package var production: @MainActor (_ api: String?) -> String? = { _ in nil }
  /// Returns the path of a URL in the current environment, below the API's version; throws a `usage` error
  /// for any other URL.
  package var path: @MainActor (_ url: String) throws -> String = { url in
    throw ShellError(.usage, "'\(url)' is a URL, and this shell has no environment")
  }
  /// Returns the names that events use for an API's environment: `shop:dev` and `dev`.
  ///
  /// The list is empty if the API does not exist.
  package var eventNames: @MainActor (_ api: String?) -> [String] = { _ in [] }
  /// Returns the current targets of requests, which a job, a rule and `watch` keep.
  package var targets: @MainActor () -> RequestTargets = { RequestTargets() }

  /// The API that the shell was made for, if any.
  package var ownAPI: String?
  /// Returns the name of the current API.
  package var currentAPI: @MainActor () -> String? = { nil }
  /// Returns the names of the other APIs.
  package var otherAPIs: @MainActor () -> [String] = { [] }
  /// Loads the modules of an API that has not been used yet.
  package var openAPI: @MainActor (String) throws -> Void = { _ in }

  /// Creates the value for a program without environments.
  package init() {}

  /// Whether a word is an API's name.
  package func isAPI(_ name: String) -> Bool { name == ownAPI || otherAPIs().contains(name) }
}
