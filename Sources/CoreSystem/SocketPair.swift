import Glibc

/// Two connected sockets, of which a started program gets one.
package struct SocketPair: Sendable {
  /// This process's end, which does not block.
  package let own: Int32

  /// The program's end, which blocks.
  package let other: Int32

  /// Opens the sockets; started programs do not inherit them by themselves.
  ///
  /// The caller closes both.
  ///
  /// - Throws: ``SystemError`` if the process cannot open more files.
  package init() throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw SystemError("cannot make a pair of sockets")
    }
    (own, other) = (ends[0], ends[1])
    _ = fcntl(own, F_SETFL, O_NONBLOCK)
  }
}
