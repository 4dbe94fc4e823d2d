import Dispatch
import Glibc

/// Finds out whether the main actor still takes turns: a command that never returns holds it for good.
package enum MainActorWatch {
  /// Calls a function, on a thread of its own, unless the main actor takes a turn in time.
  ///
  /// - Parameter milliseconds: how long the main actor has.
  package static func ifSilent(
    for milliseconds: Int32, _ body: @escaping @Sendable () -> Void
  ) {
    let hasAnswered = SharedFlag()
    DispatchQueue.main.async { @Sendable in hasAnswered.raise() }
    BlockingThread.run {
      poll(nil, 0, milliseconds)
      if !hasAnswered.isRaised { body() }
    }
  }
}
