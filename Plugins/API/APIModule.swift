public import SeashellKit

/// The module `api`: sends any request, and prints the response unchanged.
@MainActor
public final class APIModule: FeatureModule {
  /// The module's name, which precedes its commands: `api`.
  public let name = "api"

  /// The module's description in `help`.
  public let abstract = "Send any request to the API"

  private let context: ModuleContext

  /// Creates the module.
  public init(_ context: ModuleContext) {
    self.context = context
  }

  /// `get`, `post`, `put`, `patch`, `delete`, `head` and `options`.
  public var commands: [any Command] {
    [HTTPMethod.get, .post, .put, .patch, .delete, .head, .options].map {
      SendRequest($0, client: context.client)
    }
  }

  /// Completes `api.path`: the paths that every shop has.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(kind: "api.path") { prefix in
        let slash = prefix.hasPrefix("/") ? "/" : ""
        return Self.paths.map { .init(slash + $0.path, $0.abstract) }
          .filter { $0.text.hasPrefix(prefix) }
      }
    ]
  }

  private static let paths = [
    (path: "products", abstract: "the products"),
    (path: "session", abstract: "who is signed in"),
    (path: "events", abstract: "changes to the data, as they happen"),
    (path: "openapi.json", abstract: "the API's OpenAPI description"),
  ]
}
