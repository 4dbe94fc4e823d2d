import CoreSystem

/// Detects a main actor that is stuck, for example in a command that never suspends.
package enum MainActorWatch {
  /// The number of waits into which the time is divided.
  private static let parts: Int32 = 10

  /// Calls a function on another thread if the main actor runs nothing for some time.
  ///
  /// A time in which the whole process does not run, such as while the machine is suspended, counts as a
  /// tenth at most: the main actor could not have answered.
  ///
  /// - Parameters:
  ///   - milliseconds: how long the main actor has to run a block.
  ///   - sleep: waits for some milliseconds.
  ///   - body: the function to call if it does not.
  package static func ifSilent(
    for milliseconds: Int32,
    sleep: @escaping @Sendable (Int32) -> Void = { MonotonicTime.sleep(for: $0) },
    _ body: @escaping @Sendable () -> Void
  ) {
    let hasAnswered = SharedFlag()
    MainLoop.shared.post { hasAnswered.raise() }
    BlockingThread.run {
      for _ in 0..<parts {
        sleep(max(milliseconds / parts, 1))
        if hasAnswered.isRaised { return }
      }
      body()
    }
  }
}
