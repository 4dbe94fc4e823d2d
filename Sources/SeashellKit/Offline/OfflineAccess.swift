import FoundationEssentials
import CoreEvents
public import ShellCommands
import ShellOutput
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
    let version = environment.version.map { "/" + $0 } ?? ""
    return DataOwner(
      environment: environment.name, address: environment.baseURL.absoluteString + version,
      account: user?.account)
  }
}

// Putting writes into the queue.
extension OfflineAccess {
  /// Whether a write of an environment could wait in the queue.
  func canQueue(for environment: String) -> Bool {
    queue != nil && owner?.environment == environment
  }

  /// Whether any of some writes of the current owner waits in the queue.
  func areWaiting(anyOf numbers: Set<Int>) async throws -> Bool {
    guard let queue, queue.mayHaveWrites, let owner else { return false }
    return try await queue.writes(of: owner).contains { numbers.contains($0.number) }
  }

  /// Puts a write into the queue.
  ///
  /// - Parameters:
  ///   - environment: the name of the environment that the write is for.
  ///   - base: the values of its fields that the user saw before the change; nil if they are not known.
  ///   - isInDoubt: whether the service may have received it already.
  /// - Throws: `CommandPostponed` when it is stored; an error if it cannot be.
  func queue(
    _ request: APIRequest, for environment: String, base: JSONValue?, isInDoubt: Bool
  ) async throws {
    guard let queue else {
      throw ShellError(
        .failed, "this shell has no queue, so no write can wait",
        hint: mode.value == .always ? "run 'set offline auto'" : "leave out --later")
    }
    guard let owner else {
      throw ShellError(
        .failed, "it is not known who is signed in, so no write can wait for that account",
        hint: "sign in again")
    }
    guard owner.environment == environment else {
      throw ShellError(
        .failed,
        "the environment was changed from '\(environment)' to '\(owner.environment)' "
          + "meanwhile, so the write was neither sent nor kept")
    }
    let write = try await queue.add(request, of: owner, base: base, isInDoubt: isInDoubt)
    // What sends it must not have the command's own preference.
    await DataPreference().apply { whenQueued?(write) }
    let sending =
      sendsInBackground && mode.value != .always
      ? "it is sent when \(environment) is reached" : "'queue run' sends it"
    throw CommandPostponed(
      write: write.id, notice: "\(write.id) waits: \(request); \(sending)")
  }
}
