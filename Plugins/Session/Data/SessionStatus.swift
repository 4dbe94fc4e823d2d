import FoundationEssentials

/// Who is signed in, where, and for how long.
struct SessionStatus: Sendable, Equatable {
  let user: String

  /// The environment's name.
  let environment: String

  /// When the access token ends; it is renewed then, for as long as the shop allows it.
  let expiresAt: Date
}
