/// Counts wrong passwords, to limit guessing.
///
/// After ``maximumWrong`` wrong passwords within ``window``, an account is blocked until the window ends.
/// The counts are kept in memory for a limited number of names, whether or not an account has them.
final class LoginAttempts {
  /// The number of wrong passwords before an account is blocked.
  static let maximumWrong = 10

  /// The time from the first wrong password to the end of the count, in seconds.
  static let window = 60

  static let capacity = 1_000

  /// The maximum length of an account's name, in bytes.
  static let longestName = 256

  private struct Failures {
    let since: Int
    var count: Int
  }

  private var failures: [String: Failures] = [:]

  /// Returns the time of a monotonic clock in seconds, so that setting the date cannot prolong a block.
  let now: @Sendable () -> Int

  init(now: @escaping @Sendable () -> Int) {
    self.now = now
  }

  /// The number of attempts in progress, by name; ``PasswordCheck`` limits their sum.
  private var pending: [String: Int] = [:]

  /// Returns whether an account may have the name; other names are neither compared nor counted.
  static func isPossibleName(_ user: String) -> Bool { user.utf8.count <= longestName }

  /// Begins an attempt, before its password is compared.
  ///
  /// Attempts in progress count as wrong, so that simultaneous requests do not exceed the limit.
  /// Throws 429 for a blocked name, 503 if the attempts in progress may block it.
  func begin(_ user: String, now: Int) throws(ShopProblem) {
    let failed = failures[user].flatMap { $0.since + Self.window > now ? $0 : nil }
    let count = failed?.count ?? 0
    if let failed, count >= Self.maximumWrong {
      throw .tooManyAttempts(retryAfter: failed.since + Self.window - now)
    }
    guard count + pending[user, default: 0] < Self.maximumWrong else { throw .tooManyLogins }
    pending[user, default: 0] += 1
  }

  /// `wasRight` is nil if the password was not checked.
  func end(_ user: String, wasRight: Bool?, now: Int) {
    pending[user] = pending[user].flatMap { $0 > 1 ? $0 - 1 : nil }
    switch wasRight {
    case true?: failures[user] = nil
    case false?: fail(user, now: now)
    case nil: break
    }
  }

  private func fail(_ user: String, now: Int) {
    if let known = failures[user], known.since + Self.window > now {
      failures[user]?.count += 1
      return
    }
    if failures.count >= Self.capacity {
      failures = failures.filter { $0.value.since + Self.window > now }
      // Too many names: forget the oldest.
      if failures.count >= Self.capacity,
        let oldest = failures.min(by: { $0.value.since < $1.value.since })
      {
        failures[oldest.key] = nil
      }
    }
    failures[user] = Failures(since: now, count: 1)
  }
}
