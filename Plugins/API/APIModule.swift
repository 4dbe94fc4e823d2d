public import SeashellKit

/// Requests as they are: what the shop's API answers, and nothing made of it.
@MainActor
public final class APIModule: FeatureModule {
  /// The word before its commands: `api`.
  public let name = "api"

  /// What the module is for.
  public let abstract = "Send requests to the shop's API as they are"

  private let context: ModuleContext

  /// Makes the module.
  public init(_ context: ModuleContext) {
    self.context = context
  }

  /// `get`, `post`, `put`, `patch`, `delete` and `head`.
  public var commands: [any Command] {
    [HTTPMethod.get, .post, .put, .patch, .delete, .head].map {
      SendRequest($0, client: context.client, console: context.console)
    }
  }

  /// The places that every shop's API has.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(kind: "api.path") { prefix in
        let slash = prefix.hasPrefix("/") ? "/" : ""
        return Self.places.map { .init(slash + $0.path, $0.abstract) }
          .filter { $0.text.hasPrefix(prefix) }
      }
    ]
  }

  private static let places = [
    (path: "products", abstract: "the products"),
    (path: "session", abstract: "who is signed in"),
    (path: "events", abstract: "what happens to the data, as it happens"),
    (path: "openapi.json", abstract: "the API's description"),
  ]
}
