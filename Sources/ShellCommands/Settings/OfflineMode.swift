import Synchronization

/// Whether commands may answer from stored data.
public enum OfflineMode: String, Sendable, CaseIterable {
  /// Only if the service cannot be reached.
  case auto
  /// Always, without asking the service; writes wait in the queue.
  case always
  /// Never; nothing is stored either.
  case never
}

/// The shell's ``OfflineMode``, which `set offline` changes and services read from any thread.
public final class OfflineSetting: Sendable {
  private let mode: Mutex<OfflineMode>

  /// Creates a setting.
  public init(_ mode: OfflineMode) { self.mode = Mutex(mode) }

  /// The current mode.
  public var value: OfflineMode {
    get { mode.withLock { $0 } }
    set { mode.withLock { $0 = newValue } }
  }
}
