package import ShellCommands
package import ShellOutput

/// A request to follow what others change without missing a change, not even over a restart.
///
/// The source of the changes posts one event at a time, calls ``settle``, keeps the event's id on disk
/// when that reports the end, and posts the next.
package struct DurableFollowing {
  /// Receives whether anything was started since the last report; called at most once.
  package typealias Report = @MainActor (_ hasStarted: Bool) -> Void

  /// The name under which the place in the source is kept.
  package let name: String

  /// The environment whose changes are followed.
  package let targets: RequestTargets

  /// Reports when everything that the events so far have started is finished, perhaps at once.
  ///
  /// The report comes in the same turn of the main actor in which the last of it ends, so that the event's
  /// id is on disk before anything else happens. If the shell ends first, there is none: the event then
  /// comes again after a restart.
  package let settle: @MainActor (_ report: @escaping Report) -> Void

  /// Called once if the source cannot go on without missing a change.
  package let fail: @MainActor (ShellError) -> Void

  /// Creates a request.
  package init(
    name: String, targets: RequestTargets, settle: @escaping @MainActor (@escaping Report) -> Void,
    fail: @escaping @MainActor (ShellError) -> Void
  ) {
    self.name = name
    self.targets = targets
    self.settle = settle
    self.fail = fail
  }
}
