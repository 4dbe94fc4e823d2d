import ShellOutput

/// What a shell knows of the APIs and environments that its program's requests go to.
///
/// A name of an API that is nil stands for the current one.
@MainActor
package final class RequestEnvironments {
  /// Returns the name of the current environment: `live`, or `wh:live` of another API than the shell's own.
  package var name: @MainActor () -> String = { "" }
  /// Returns how confirmations name the environment that requests to an API go to, if it is a production
  /// environment; nil if it is none.
  package var production: @MainActor (_ api: String?) -> String? = { _ in nil }
  /// Returns the path that a URL of the current environment has under the API's version; it throws a
  /// `usage` error for any other URL.
  package var path: @MainActor (_ url: String) throws -> String = { url in
    throw ShellError(.usage, "'\(url)' is a URL, and this shell has no environment")
  }
  /// Returns how events name the environment that requests to an API go to: `shop:dev` and `dev`.
  ///
  /// Empty if there is no such API.
  package var eventNames: @MainActor (_ api: String?) -> [String] = { _ in [] }
  /// Returns the environments that requests go to now, which a job, a rule and `watch` keep.
  package var targets: @MainActor () -> RequestTargets = { RequestTargets() }

  /// The name of the API that the shell was made for; nil for a shell without APIs.
  package var ownAPI: String?
  /// Returns the name of the current API.
  package var currentAPI: @MainActor () -> String? = { nil }
  /// Returns the names of the other APIs.
  package var otherAPIs: @MainActor () -> [String] = { [] }
  /// Loads the modules of an API, of which nothing was used before.
  package var openAPI: @MainActor (String) throws -> Void = { _ in }

  /// Describes a program without environments.
  package init() {}

  /// Whether a word is the name of an API.
  package func isAPI(_ name: String) -> Bool { name == ownAPI || otherAPIs().contains(name) }
}
