import CoreLoop
import Dispatch
import Glibc
import Synchronization

/// Hashes passwords with yescrypt through crypt(3), at its default cost (about 16 ms).
enum Password {
  /// Guards the result of crypt(3), a buffer that the whole process shares.
  private static let lock = Mutex(())

  private static let alphabet = Array(
    "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars)

  static func hash(_ password: String) throws(PasswordError) -> String {
    // 24 digits are 144 bits, all of which yescrypt uses.
    let salt = (0..<24).map { _ in Character(alphabet[Int.random(in: 0..<64)]) }
    guard let hash = crypted(password, "$y$j9T$\(String(salt))$") else { throw PasswordError() }
    return hash
  }

  /// Returns whether a password matches a hash; a nil hash, for an unknown account, takes the same time.
  static func matches(_ password: String, _ hash: String?) -> Bool {
    let setting = hash ?? "$y$j9T$........................$"
    guard let computed = crypted(password, setting), let hash else { return false }
    let (left, right) = (Array(computed.utf8), Array(hash.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func crypted(_ password: String, _ setting: String) -> String? {
    // crypt(3) would ignore everything after a NUL.
    guard !password.utf8.contains(0) else { return nil }
    return lock.withLock { _ in
      guard let result = crypt(password, setting) else { return nil }
      let text = String(cString: result)
      return text.hasPrefix("$y$") ? text : nil
    }
  }
}

struct PasswordError: Error {}

/// Compares passwords one at a time on its own thread, so that other requests do not wait.
final class PasswordCheck: Sendable {
  /// The maximum number of comparisons in progress; the last one waits about half a second.
  static let capacity = 32

  private let count = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "seashell.passwords")

  /// Throws 503 if too many comparisons are in progress.
  func matches(_ password: String, _ hash: String?) async throws(ShopProblem) -> Bool {
    guard count.add(1, ordering: .relaxed).newValue <= Self.capacity else {
      count.subtract(1, ordering: .relaxed)
      throw .tooManyLogins
    }
    let result = Waiter<Bool, Never>()
    queue.async { @Sendable [self] in
      let isRight = Password.matches(password, hash)
      count.subtract(1, ordering: .relaxed)
      result.settle(.success(isRight))
    }
    return await result.value()
  }
}
