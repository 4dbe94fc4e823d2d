import Glibc

/// Waits for a descriptor without holding a thread of the cooperative pool.
///
/// It polls on a thread of its own: dispatch's read sources that came and went by the thousand made
/// libdispatch's event loop crash on Linux.
package enum Readiness {
  /// Whether a read would return at once.
  package static func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Waits until a read of the descriptor would return at once.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, ``SystemError`` where the process
  ///   has no descriptors left.
  package static func wait(for descriptor: Int32) async throws {
    try await wait(for: [descriptor])
  }

  /// Waits until a read of one of the descriptors would return at once.
  ///
  /// - Throws: as ``wait(for:)``.
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

  /// Ends a wait from outside.
  private final class Alarm: Sendable {
    private let pipe: Pipe

    init() throws { pipe = try Pipe() }

    deinit { pipe.close() }

    func ring() {
      var byte: UInt8 = 0
      write(pipe.writing, &byte, 1)
    }

    /// Returns once one of the descriptors can be read, or the alarm has rung.
    func wait(beside descriptors: [Int32]) {
      var requests = (descriptors + [pipe.reading]).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    }
  }
}
