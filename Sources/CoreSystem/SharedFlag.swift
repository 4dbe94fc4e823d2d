import Synchronization

/// A Boolean shared between threads.
///
/// Any thread may read and write it. Accesses are relaxed: the flag orders no other memory.
package final class SharedFlag: Sendable {
  private let raised: Atomic<Bool>

  package init(isRaised: Bool = false) {
    raised = Atomic(isRaised)
  }

  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  package func raise() { raised.store(true, ordering: .relaxed) }

  package func set(_ isRaised: Bool) { raised.store(isRaised, ordering: .relaxed) }

  package func lower() { raised.store(false, ordering: .relaxed) }
}
