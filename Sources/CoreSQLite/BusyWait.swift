import CSQLite
import Glibc

/// What a connection does while another one holds the lock: it waits, for so long, and only while
/// the task that runs the statement is wanted.
final class BusyWait {
  private let limit: Duration
  private var end = ContinuousClock.now

  /// - Parameter milliseconds: how long to wait at most.
  init(milliseconds: Int) {
    limit = .milliseconds(milliseconds)
  }

  /// Has a connection wait in this way; the caller keeps this object as long as the connection.
  func install(on handle: OpaquePointer) {
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        let wait = Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue()
        return wait.pause(after: count) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits for some milliseconds.
  ///
  /// - Parameter count: how often it has waited for this lock already.
  /// - Returns: false where the lock is to be given up.
  private func pause(after count: Int32) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { end = now + limit }
    guard !Task.isCancelled, now < end else { return false }
    // Short at first, since most writers are: then as often as a user who interrupts can tell.
    usleep(min(UInt32(count + 1), 20) * 1_000)
    return true
  }
}
