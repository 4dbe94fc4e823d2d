import Synchronization

/// The test that runs in this process.
package enum RunningTest {
  private static let current = Atomic(0)
  private static let count = Atomic(0)

  /// Its number, counted from 1; 0 outside of tests.
  package static var number: Int { current.load(ordering: .relaxed) }

  package static func begin() {
    current.store(count.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
  }

  package static func end() { current.store(0, ordering: .relaxed) }
}
