public import SeashellKit

/// Says who is signed in, as a module that signs in does.
@MainActor
public final class StubUserSource: UserSource {
  private let answer: @Sendable () async -> SignedInUser?

  /// - Parameter answer: returns the user.
  public init(_ answer: @escaping @Sendable () async -> SignedInUser?) { self.answer = answer }

  /// Returns the answer.
  public func user(of client: EnvironmentClient) async -> SignedInUser? { await answer() }
}
