import Synchronization

/// The shell's `retries`, which `set retries` changes and clients read from any thread.
public final class RetrySetting: Sendable {
  /// How often a request may be sent again: by an option, a setting or an environment.
  public static let bounds = 0...20

  private let number = Mutex<Int?>(nil)

  /// Creates a setting that leaves the number to the environment.
  public init() {}

  /// How often a failed request is sent again at most; nil if the environment says it.
  public var value: Int? {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}
