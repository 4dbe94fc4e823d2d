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
    try await wait(for: descriptors, events: POLLIN)
  }

  /// Waits until a write of up to `PIPE_BUF` bytes to a pipe would return at once, or its reader is gone.
  ///
  /// - Throws: the same errors as for reading.
  package static func wait(forWriting descriptor: Int32) async throws {
    try await wait(for: [descriptor], events: POLLOUT)
  }

  private static func wait(for descriptors: [Int32], events: Int32) async throws {
    let alarm = try Alarm()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        BlockingThread.run {
          alarm.wait(beside: descriptors, events: Int16(events))
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

    /// Returns once one of the descriptors is ready or the alarm has rung.
    func wait(beside descriptors: [Int32], events: Int16) {
      var requests = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
      requests.append(pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0))
      while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    }
  }
}
