import CoreSystem

/// Detects a main actor that is stuck, for example in a command that never suspends.
package enum MainActorWatch {
  /// Calls a function on another thread if the main actor runs nothing for some time.
  ///
  /// - Parameters:
  ///   - milliseconds: how long the main actor has to run a block.
  ///   - body: the function to call if it does not.
  package static func ifSilent(
    for milliseconds: Int32, _ body: @escaping @Sendable () -> Void
  ) {
    let hasAnswered = SharedFlag()
    MainLoop.shared.post { hasAnswered.raise() }
    BlockingThread.run {
      MonotonicTime.sleep(for: milliseconds)
      if !hasAnswered.isRaised { body() }
    }
  }
}
