import Glibc

/// Waits until descriptors are readable, without blocking a thread of the cooperative pool.
///
/// Each wait polls on a thread of its own. Creating and cancelling thousands of Dispatch read sources
/// crashed libdispatch's event loop on Linux.
package enum Readiness {
  /// Whether a read would return at once.
  package static func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Waits until a read of the descriptor would return at once.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled; ``SystemError`` if the process
  ///   cannot open more files.
  package static func wait(for descriptor: Int32) async throws {
    try await wait(for: [descriptor])
  }

  /// Waits until a read of at least one of the descriptors would return at once.
  ///
  /// - Throws: the same errors as for one descriptor.
  package static func wait(for descriptors: [Int32]) async throws {
    let alarm = try Alarm()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        BlockingThread.run {
          alarm.wait(beside: descriptors)
          continuation.resume()
        }
      }
    } onCancel: {
      alarm.ring()
    }
    try Task.checkCancellation()
  }

  /// Ends a poll from another thread.
  private final class Alarm: Sendable {
    private let pipe: Pipe

    init() throws { pipe = try Pipe() }

    deinit { pipe.close() }

    func ring() {
      var byte: UInt8 = 0
      write(pipe.writing, &byte, 1)
    }

    /// Returns once one of the descriptors is readable or the alarm has rung.
    func wait(beside descriptors: [Int32]) {
      var requests = (descriptors + [pipe.reading]).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    }
  }
}
