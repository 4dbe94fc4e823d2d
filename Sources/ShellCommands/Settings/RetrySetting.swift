import Synchronization

/// The shell's `retries`, which `set retries` changes and clients read from any thread.
public final class RetrySetting: Sendable {
  /// The allowed numbers of retries, in an option, a setting or an environment.
  public static let bounds = 0...20

  private let number = Mutex<Int?>(nil)
  private let resent = Atomic(0)

  /// Creates a setting that leaves the number to the environment.
  public init() {}

  /// How often a failed request is retried at most; nil to use the environment's number.
  public var value: Int? {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }

  /// How many requests were sent again.
  package var resentCount: Int { resent.load(ordering: .relaxed) }

  /// Notes that a request is sent again.
  package func noteRetry() { resent.add(1, ordering: .relaxed) }
}
