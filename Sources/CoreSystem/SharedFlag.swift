import Synchronization

/// A Boolean shared between threads.
///
/// Any thread may read and write it. Accesses are relaxed: the flag orders no other memory.
package final class SharedFlag: Sendable {
  private let raised: Atomic<Bool>
  private let outer: SharedFlag?

  /// - Parameter outer: a flag that raises this one too, which cannot be lowered then.
  package init(isRaised: Bool = false, inside outer: SharedFlag? = nil) {
    raised = Atomic(isRaised)
    self.outer = outer
  }

  package var isRaised: Bool { raised.load(ordering: .relaxed) || outer?.isRaised == true }

  package func raise() { raised.store(true, ordering: .relaxed) }

  package func set(_ isRaised: Bool) { raised.store(isRaised, ordering: .relaxed) }

  package func lower() { raised.store(false, ordering: .relaxed) }
}
