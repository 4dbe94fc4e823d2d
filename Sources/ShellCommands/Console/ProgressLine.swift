/// The console's line for the progress of all statements and tasks.
///
/// A question from any task pauses it; a module's question comes from a task that belongs to no statement.
@MainActor
package final class ProgressLine {
  private let display: @MainActor (ProgressUpdate?) -> Void
  private var latest: ProgressUpdate?
  private var pauses = 0

  /// Creates a line.
  ///
  /// - Parameter display: shows an update; nil removes the current one.
  package init(display: @escaping @MainActor (ProgressUpdate?) -> Void) {
    self.display = display
  }

  /// Shows an update, or removes it if the argument is nil; takes effect at the end of a pause.
  package func show(_ update: ProgressUpdate?) {
    latest = update
    if pauses == 0 { display(update) }
  }

  /// Shows nothing until ``resume()``.
  package func pause() {
    pauses += 1
    if pauses == 1 { display(nil) }
  }

  /// Ends one earlier ``pause()``.
  package func resume() {
    pauses -= 1
    if pauses == 0, let latest { display(latest) }
  }

  /// Removes the current update, unless the line is paused.
  package func clear() {
    if pauses == 0 { show(nil) }
  }
}
