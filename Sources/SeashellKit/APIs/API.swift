public import WebAuthorization

/// An API that the shell can send requests to: its environments, its client, and everything that the client
/// stores.
///
/// APIs share no credential, stored response, place, queued write or event.
@MainActor
public final class API {
  /// The name, which comes before the names of its environments: `wh` in `wh:live`.
  public let name: String

  /// Whether this is the API that the shell was made for; its environments need no prefix.
  public let isOwn: Bool

  /// Whether the environment for its requests is decided: by a default, because there is only one, or
  /// because the user has chosen one.
  var isChosen = true

  /// Whether the environment was decided when the API was first used.
  ///
  /// If not, a job that began before the user chose one has no environment.
  let beginsChosen: Bool

  /// The context of the API's modules.
  public unowned let context: ModuleContext

  /// Sends requests to the API's current environment.
  public var client: EnvironmentClient { context.client }

  /// The environments that users can choose.
  public var environments: EnvironmentRegistry { context.environments }

  init(_ context: ModuleContext, isOwn: Bool, isChosen: Bool = true) {
    name = context.client.api
    self.context = context
    self.isOwn = isOwn
    (self.isChosen, beginsChosen) = (isChosen, isChosen)
  }

  /// How its requests are authorized, as its description says; the shell's own API uses sessions instead.
  public var security: APISecurity {
    if let knownSecurity { return knownSecurity }
    let security = isOwn ? .sessions : context.apis.security(of: name)
    knownSecurity = security
    return security
  }

  private var knownSecurity: APISecurity?

  /// Discards what is known about its security, so that the description is read again.
  func forgetSecurity() { knownSecurity = nil }

  /// Returns the full name of one of its environments: `live`, or `wh:live` if it is not the shell's own
  /// API.
  public func qualified(_ name: String) -> String { isOwn ? name : "\(self.name):\(name)" }
}
