package import ShellOutput

/// A request to follow what others change without missing a change, not even over a restart.
///
/// The source of the changes posts one event at a time, calls ``settle``, keeps the event's id on disk,
/// and posts the next.
package struct DurableFollowing {
  /// The name under which the place in the source is kept.
  package let name: String

  /// Waits until what the last event has started is finished, and returns whether it started
  /// anything.
  ///
  /// It throws `CancellationError` if the shell ends before that. The source then does not keep the
  /// event's id, so that the event comes again after a restart.
  package let settle: @MainActor () async throws -> Bool

  /// Called once if the source cannot go on without missing a change.
  package let fail: @MainActor (ShellError) -> Void

  /// Creates a request.
  package init(
    name: String, settle: @escaping @MainActor () async throws -> Bool,
    fail: @escaping @MainActor (ShellError) -> Void
  ) {
    self.name = name
    self.settle = settle
    self.fail = fail
  }
}
