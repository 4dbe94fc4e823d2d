import FoundationEssentials

/// Who is signed in to which environment, and until when.
struct SessionStatus: Sendable, Equatable {
  let user: String

  /// The name of the environment.
  let environment: String

  /// When the access token expires; it is then renewed, as long as the server allows it.
  let expiresAt: Date
}
