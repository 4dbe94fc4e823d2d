import Synchronization

/// The writes of a run that may be repeated, which then get the same `Idempotency-Key` as before.
package final class WriteKeys: Sendable {
  /// Those of the current task's run; nil if it is not to be repeated.
  @TaskLocal package static var current: WriteKeys?

  /// What the run has in common with its repetitions, and with no other run.
  package let run: String

  private let counts = Mutex<[String: Int]>([:])

  /// - Parameter run: what the run has in common with its repetitions, and with no other run.
  package init(of run: String) {
    self.run = run
  }

  /// Counts a write, given what identifies it, and returns how many such writes the run has made before.
  package func count(_ write: String) -> Int {
    counts.withLock { counts in
      defer { counts[write, default: 0] += 1 }
      return counts[write] ?? 0
    }
  }
}
