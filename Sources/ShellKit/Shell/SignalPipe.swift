import Glibc
import Synchronization

/// Turns a signal into a byte that can be waited for.
///
/// A dispatch source of signals wants the signal ignored and registers itself later: what comes
/// between is lost. A handler that writes to a pipe hears it from the first moment.
enum SignalPipe {
  private static let writing = Atomic<Int32>(-1)

  /// Begins to hear a signal; for one signal of the process.
  ///
  /// - Returns: the end to read from, which does not block; nil where there is no pipe.
  static func open(_ number: Int32) -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writing.store(ends[1], ordering: .releasing)
    // Nothing here but what signal-safety(7) allows: a load and a write.
    signal(number) { _ in
      let code = errno
      var byte: UInt8 = 0
      write(SignalPipe.writing.load(ordering: .acquiring), &byte, 1)
      errno = code
    }
    return ends[0]
  }
}
