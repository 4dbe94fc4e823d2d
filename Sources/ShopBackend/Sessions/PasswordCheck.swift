import Dispatch
import Synchronization

/// Compares passwords with their hashes beside the shop's thread, so that other requests need not wait.
///
/// One after the other: a comparison takes a core for about 16 ms, and crypt(3) has one buffer.
final class PasswordCheck: Sendable {
  /// How many may be at hand at once; the last of them waits for half a second.
  static let capacity = 32

  private let count = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "seashell.passwords")

  /// Compares a password with a hash.
  ///
  /// - Parameter hash: nil where there is no such account, which takes as long as any other.
  /// - Throws: ``Refusal`` 503 where too many are at hand already.
  func matches(_ password: String, _ hash: String?) async throws(Refusal) -> Bool {
    guard count.add(1, ordering: .relaxed).newValue <= Self.capacity else {
      count.subtract(1, ordering: .relaxed)
      throw .tooManyLogins
    }
    return await withCheckedContinuation { continuation in
      queue.async { @Sendable [self] in
        let isRight = Password.matches(password, hash)
        count.subtract(1, ordering: .relaxed)
        continuation.resume(returning: isRight)
      }
    }
  }
}
