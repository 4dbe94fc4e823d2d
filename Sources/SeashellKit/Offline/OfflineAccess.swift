import FoundationEssentials
public import ShellCommands
public import WebAPI
package import WebFetching

/// What the shell keeps for the time when a service cannot be reached: records, and writes that wait.
///
/// ``OfflineFirstService`` reads and writes through it. A shell without a storage has none of it.
@MainActor
public final class OfflineAccess {
  /// Whether commands may answer from the store.
  public let mode: OfflineSetting

  /// The stores and the queue; nil if the shell has none.
  package let storage: (any OfflineStorage)?

  /// Whether waiting writes are sent in the background, as at a prompt.
  package var sendsInBackground = false

  /// Called after a write was put into the queue.
  package var whenQueued: (@MainActor (QueuedWrite) -> Void)?

  private let client: EnvironmentClient
  private let user: @MainActor () -> SignedInUser?

  /// Creates an access.
  ///
  /// - Parameters:
  ///   - storage: the stores and the queue; nil if there are none.
  ///   - mode: whether commands may answer from the store.
  ///   - client: has the current environment.
  ///   - user: returns who is signed in to it.
  package init(
    _ storage: (any OfflineStorage)?, mode: OfflineSetting, client: EnvironmentClient,
    user: @escaping @MainActor () -> SignedInUser?
  ) {
    self.storage = storage
    self.mode = mode
    self.client = client
    self.user = user
  }

  /// The writes that wait; nil if the shell keeps none.
  public var queue: (any WriteQueue)? { storage?.queue }

  /// To whom what is read and written now belongs: the current environment, and who is signed in to it.
  ///
  /// nil if somebody is signed in whose account is not known.
  public var owner: DataOwner? {
    let environment = client.environment
    let user = user()
    if let user, user.account == nil { return nil }
    return DataOwner(
      environment: environment.name,
      address: DataOwner.address(base: environment.baseURL, version: environment.version),
      account: user?.account)
  }

  /// Removes what is stored of an owner; writes that wait stay.
  ///
  /// - Parameter owner: whose store to remove, such as ``owner`` before the user has signed out.
  /// - Throws: an error if the store cannot be removed.
  public func removeStore(of owner: DataOwner) async throws {
    try await storage?.removeStore(of: owner)
  }
}
