import Glibc

/// Counts wrong passwords, so that nobody can try many.
///
/// An account may fail so many times in so long a time; then it is not even asked until that is
/// over. What is counted is kept in memory, for a bounded number of names, whether there are such
/// accounts or not.
final class LoginAttempts {
  /// How many wrong passwords an account has free.
  static let free = 10

  /// The time for which they count, in seconds, from the first.
  static let window = 60

  /// How many names are remembered.
  static let capacity = 1_000

  /// The longest name of an account, in bytes.
  static let longestName = 256

  private struct Failures {
    let since: Int
    var count: Int
  }

  private var failures: [String: Failures] = [:]

  /// Gives seconds by a clock that nobody sets: no lock lasts longer because the date was changed.
  let now: @Sendable () -> Int

  init(now: @escaping @Sendable () -> Int) {
    self.now = now
  }

  /// How many attempts are at hand, by name: never more than ``PasswordCheck`` takes.
  private var pending: [String: Int] = [:]

  /// Whether an account may have the name; no other one is tried, or counted.
  static func mayBeName(_ user: String) -> Bool { user.utf8.count <= longestName }

  /// Reserves an attempt, before the password is looked at; ``end(_:wasRight:now:)`` ends it.
  ///
  /// Attempts at hand count as if they had failed, so that however many come at once, no more than
  /// ``free`` wrong passwords are looked at.
  ///
  /// - Throws: ``Refusal`` 429 for a name that has failed too often, 503 where the attempts at hand
  ///   could be the last ones that it has free.
  func begin(_ user: String, now: Int) throws(Refusal) {
    let failed = failures[user].flatMap { $0.since + Self.window > now ? $0 : nil }
    let count = failed?.count ?? 0
    if let failed, count >= Self.free {
      throw .tooManyAttempts(retryAfter: failed.since + Self.window - now)
    }
    guard count + pending[user, default: 0] < Self.free else { throw .tooManyLogins }
    pending[user, default: 0] += 1
  }

  /// Ends an attempt that was reserved.
  ///
  /// - Parameter wasRight: whether the password was right; nil where it was not looked at.
  func end(_ user: String, wasRight: Bool?, now: Int) {
    pending[user] = pending[user].flatMap { $0 > 1 ? $0 - 1 : nil }
    switch wasRight {
    case true?: succeed(user)
    case false?: fail(user, now: now)
    case nil: break
    }
  }

  /// Counts a wrong password.
  private func fail(_ user: String, now: Int) {
    if let known = failures[user], known.since + Self.window > now {
      failures[user]?.count += 1
      return
    }
    if failures.count >= Self.capacity {
      failures = failures.filter { $0.value.since + Self.window > now }
      // A flood of names: it costs a hash each, and the oldest are the cheapest to forget.
      if failures.count >= Self.capacity,
        let oldest = failures.min(by: { $0.value.since < $1.value.since })
      {
        failures[oldest.key] = nil
      }
    }
    failures[user] = Failures(since: now, count: 1)
  }

  /// Forgets a name, which has shown its password.
  private func succeed(_ user: String) {
    failures[user] = nil
  }
}
