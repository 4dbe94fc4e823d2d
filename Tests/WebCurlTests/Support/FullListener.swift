import Glibc

/// A port that never accepts: connections wait in its queue or, if the queue is full, in front of it.
final class FullListener {
  let port: UInt16
  private let listener: Int32
  private var clients: [Int32] = []

  /// Opens a port.
  ///
  /// - Parameter isFull: whether the queue is already full, so that the next connection cannot enter it.
  init(isFull: Bool = true) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: 0,
      sin_addr: in_addr(s_addr: UInt32(0x7F00_0001).bigEndian), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        listen(listener, 0)
        getsockname(listener, $0, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    for _ in 0..<(isFull ? 4 : 0) {
      let client = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(client, $0, length)
        }
      }
      clients.append(client)
    }
  }

  deinit {
    for client in clients { close(client) }
    close(listener)
  }
}
