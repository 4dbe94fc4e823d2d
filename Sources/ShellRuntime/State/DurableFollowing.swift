package import ShellCommands
package import ShellOutput

/// A request to follow other users' changes without missing any, even across a restart.
///
/// The source of the changes posts one event, calls ``settle``, saves the event's id on disk when that
/// reports the end, and then posts the next event.
package struct DurableFollowing {
  /// Receives whether anything was started since the last report; called at most once.
  ///
  /// It returns when the event's id is on disk, if it is needed there, or could not be written.
  package typealias Report = @MainActor (_ hasStarted: Bool) async -> Void

  /// The name under which the position in the source is saved.
  package let name: String

  /// The environment whose changes are followed.
  package let targets: RequestTargets

  /// Reports when everything that the events so far have started is finished, possibly at once.
  ///
  /// It reports in the same turn of the main actor in which the last run ends, so that nothing else can happen
  /// before the event counts as finished. If the shell ends first, there is no report, and the event is posted
  /// again after a restart.
  package let settle: @MainActor (_ report: @escaping Report) -> Void

  /// Called once if the source cannot continue without missing a change.
  package let fail: @MainActor (ShellError) -> Void

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
