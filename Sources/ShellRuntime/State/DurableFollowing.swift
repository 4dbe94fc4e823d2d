/// A request to follow what others change without missing a change, not even over a restart.
///
/// The source of the changes posts one event at a time, calls ``settle``, keeps the event's id on disk,
/// and posts the next.
package struct DurableFollowing {
  /// The name under which the place in the source is kept.
  package let name: String

  /// Returns when what the last event has started is finished.
  package let settle: @MainActor () async -> Void

  /// Creates a request.
  package init(name: String, settle: @escaping @MainActor () async -> Void) {
    self.name = name
    self.settle = settle
  }
}
