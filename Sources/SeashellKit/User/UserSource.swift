/// Knows the users who are signed in; ``UserState/install(_:)`` takes it.
@MainActor
public protocol UserSource: AnyObject {
  /// Returns the user who is signed in to a client's current environment.
  ///
  /// It may be called before each request, so it should keep its answer for a while, and read files off the main
  /// thread.
  func user(of client: EnvironmentClient) async -> SignedInUser?

  /// Offers the user to sign in to a client's current environment.
  ///
  /// - Returns: whether the user did; false if the user cannot be asked.
  /// - Throws: `CancellationError` on Ctrl-C; what signing in throws.
  func offerSignIn(to client: EnvironmentClient) async throws -> Bool
}

extension UserSource {
  /// False.
  public func offerSignIn(to client: EnvironmentClient) async throws -> Bool { false }
}
