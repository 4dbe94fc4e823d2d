import Synchronization

/// A Boolean shared between threads.
///
/// Any thread may read and write it. Accesses are relaxed: the flag orders no other memory.
package final class SharedFlag: Sendable {
  private let raised: Atomic<Bool>

  /// Creates a flag.
  package init(isRaised: Bool = false) {
    raised = Atomic(isRaised)
  }

  /// Whether the flag is raised.
  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  /// Raises the flag.
  package func raise() { raised.store(true, ordering: .relaxed) }

  /// Lowers the flag.
  package func lower() { raised.store(false, ordering: .relaxed) }
}
