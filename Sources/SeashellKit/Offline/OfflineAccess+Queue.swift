import CoreJSON
import FoundationEssentials
import ShellCommands
import ShellOutput
import WebAPI

extension OfflineAccess {
  func canQueue(for environment: String) async -> Bool {
    guard queue != nil, !client.environment.isTemporary else { return false }
    return await owner()?.environment == environment
  }

  /// Whether any of the given writes of the current owner is in the queue.
  func areWaiting(anyOf numbers: Set<Int>) async throws -> Bool {
    guard let queue, queue.mayHaveWrites, let owner = await owner() else { return false }
    return try await queue.writes(of: owner).contains { numbers.contains($0.number) }
  }

  /// Puts a write into the queue, and throws `CommandPostponed` once it is stored.
  ///
  /// `base` has the values of its fields that the user saw before the change; nil if they are
  /// unknown. `isInDoubt` is whether the service may have received the write already.
  func queue(
    _ request: APIRequest, for environment: String, base: JSONValue?, isInDoubt: Bool
  ) async throws {
    guard let queue else {
      throw ShellError(
        .failed, "this shell has no queue, so no write can wait",
        hint: mode.value == .always ? "run 'set offline auto'" : "leave out --later")
    }
    guard !client.environment.isTemporary else {
      throw ShellError(
        .failed, "a write to an address given with -e cannot wait, since nothing of it is stored",
        hint: "'env add NAME URL' keeps the address")
    }
    guard let owner = await owner() else {
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
    bus.post(QueuedWriteAdded(write, in: client.environmentID))
    let sending =
      sendsInBackground && mode.value != .always
      ? "it is sent when \(environment) is reached" : "'queue run' sends it"
    throw CommandPostponed(
      write: write.id, notice: "\(write.id) waits: \(request); \(sending)")
  }
}
