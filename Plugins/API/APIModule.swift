public import SeashellKit

/// The module `api`: sends any request, and prints the response unchanged.
@MainActor
public final class APIModule: FeatureModule {
  /// The module's name, which precedes its commands: `api`.
  public let name = "api"

  /// The module's description in `help`.
  public let abstract = "Send any request to the API"

  private let context: ModuleContext
  private let paths: KeyValuePairs<String, String>

  /// Creates the module.
  ///
  /// - Parameter paths: the paths that Tab offers, each with a description: `["orders": "the orders"]`.
  public init(_ context: ModuleContext, paths: KeyValuePairs<String, String> = [:]) {
    self.context = context
    self.paths = paths
  }

  /// `get`, `post`, `put`, `patch`, `delete`, `head` and `options`.
  public var commands: [any Command] {
    [HTTPMethod.get, .post, .put, .patch, .delete, .head, .options].map {
      SendRequest($0, client: context.client)
    }
  }

  /// Completes `api.path`: the paths that the shell's author has named.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(kind: "api.path") { [paths] prefix in
        let slash = prefix.hasPrefix("/") ? "/" : ""
        return paths.map { .init(slash + $0.key, $0.value) }
          .filter { $0.text.hasPrefix(prefix) }
      }
    ]
  }
}
