import CSQLite
import Glibc

/// Waits while another connection holds the lock, until a timeout or until the task is cancelled.
final class BusyHandler {
  private let limit: Duration
  private var end = ContinuousClock.now

  init(milliseconds: Int) {
    limit = .milliseconds(milliseconds)
  }

  /// Installs the handler, which must live as long as the connection.
  func install(on handle: OpaquePointer) {
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        let handler = Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.pause(after: count) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits for a few milliseconds; `count` is the number of earlier waits.
  ///
  /// Returns false to give up.
  private func pause(after count: Int32) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { end = now + limit }
    guard !Task.isCancelled, now < end else { return false }
    // Short at first, as most writes are short. Never long, so that Ctrl-C takes effect at once.
    usleep(min(UInt32(count + 1), 20) * 1_000)
    return true
  }
}
