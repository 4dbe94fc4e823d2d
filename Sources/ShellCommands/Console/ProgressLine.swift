/// The line of a console on which all its statements and tasks show progress.
///
/// A question pauses it, whichever task asks: one of a module comes on a task of its own, which belongs to
/// no statement.
@MainActor
package final class ProgressLine {
  private let display: @MainActor (ProgressUpdate?) -> Void
  private var latest: ProgressUpdate?
  private var pauses = 0

  /// Creates a line.
  ///
  /// - Parameter display: shows an update, or removes it if it is nil.
  package init(display: @escaping @MainActor (ProgressUpdate?) -> Void) {
    self.display = display
  }

  /// Shows an update, or removes it if it is nil; during a pause, when that ends.
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

  /// Forgets what is shown, except during a pause.
  package func clear() {
    if pauses == 0 { show(nil) }
  }
}
