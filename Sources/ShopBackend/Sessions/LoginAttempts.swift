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

  /// Whether an account may have the name; no other one is tried, or counted.
  static func mayBeName(_ user: String) -> Bool { user.utf8.count <= longestName }

  /// Refuses a name that has failed too often.
  func check(_ user: String, now: Int) throws(Refusal) {
    guard let failures = failures[user], failures.count >= Self.free else { return }
    let rest = failures.since + Self.window - now
    guard rest > 0 else { return }
    throw .tooManyAttempts(retryAfter: rest)
  }

  /// Counts a wrong password.
  func fail(_ user: String, now: Int) {
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
  func succeed(_ user: String) {
    failures[user] = nil
  }
}
