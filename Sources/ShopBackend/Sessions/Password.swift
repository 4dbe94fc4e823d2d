import Glibc
import Synchronization

/// Passwords by crypt(3) with yescrypt, whose cost is its default's (about 16 ms).
enum Password {
  /// crypt(3) answers in a buffer that the whole process shares.
  private static let turn = Mutex(())

  private static let alphabet = Array(
    "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars)

  /// Hashes a password under a salt of its own.
  static func hash(_ password: String) throws(PasswordError) -> String {
    // 24 of these are 144 bits, which yescrypt takes whole.
    let salt = (0..<24).map { _ in Character(alphabet[Int.random(in: 0..<64)]) }
    guard let hash = crypted(password, "$y$j9T$\(String(salt))$") else { throw PasswordError() }
    return hash
  }

  /// Whether a password is the one that was hashed.
  ///
  /// - Parameter hash: nil where there is no such account, which takes as long as any other.
  static func matches(_ password: String, _ hash: String?) -> Bool {
    let setting = hash ?? "$y$j9T$........................$"
    guard let computed = crypted(password, setting), let hash else { return false }
    let (left, right) = (Array(computed.utf8), Array(hash.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func crypted(_ password: String, _ setting: String) -> String? {
    // crypt(3) reads up to a NUL: what follows one would not count.
    guard !password.utf8.contains(0) else { return nil }
    return turn.withLock { _ in
      guard let result = crypt(password, setting) else { return nil }
      let text = String(cString: result)
      return text.hasPrefix("$y$") ? text : nil
    }
  }
}

/// This system's crypt(3) knows no yescrypt.
struct PasswordError: Error {}
