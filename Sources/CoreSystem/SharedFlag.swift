import Synchronization

/// A Boolean shared between threads.
///
/// Any thread may read and write it. Accesses are relaxed: the flag orders no other memory.
public final class SharedFlag: Sendable {
  private let raised: Atomic<Bool>

  /// Creates a flag.
  public init(isRaised: Bool = false) {
    raised = Atomic(isRaised)
  }

  /// Whether the flag is raised.
  public var isRaised: Bool { raised.load(ordering: .relaxed) }

  /// Raises the flag.
  public func raise() { raised.store(true, ordering: .relaxed) }

  /// Lowers the flag.
  public func lower() { raised.store(false, ordering: .relaxed) }
}
