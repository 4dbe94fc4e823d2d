import Glibc

/// The two ends of a pipe.
///
/// Both are close-on-exec, so started programs do not inherit them.
package struct Pipe: Sendable {
  package let reading: Int32

  package let writing: Int32

  /// Opens a pipe.
  ///
  /// The caller closes both ends.
  ///
  /// - Parameter blocks: whether reads and writes block.
  /// - Throws: ``SystemError`` if the process cannot open more files.
  package init(blocks: Bool = true) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("cannot make a pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if !blocks { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }
    reading = ends[0]
    writing = ends[1]
  }

  package func close() {
    Glibc.close(reading)
    Glibc.close(writing)
  }
}
