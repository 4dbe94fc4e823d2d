import ShellOutput

/// What a shell knows of the environments that its program's requests go to.
@MainActor
package struct RequestEnvironments {
  /// Returns the name of the current environment.
  package var name: @MainActor () -> String = { "" }
  /// Returns the name of the current environment if it is a production environment, which every
  /// confirmation then names.
  package var production: @MainActor () -> String? = { nil }
  /// Returns the path that a URL of the current environment has under the API's version; it throws a
  /// `usage` error for any other URL.
  package var path: @MainActor (_ url: String) throws -> String = { url in
    throw ShellError(.usage, "'\(url)' is a URL, and this shell has no environment")
  }

  /// Describes a program without environments.
  package init() {}
}
