import Glibc

/// The address at which a server listens.
package struct ListeningAddress: Sendable {
  /// The host as in a URL: in lower case, and an IPv6 address in brackets.
  package let host: String

  /// The port, which the system may have chosen.
  let port: Int

  /// Whether only this machine can reach the address.
  package let isLoopback: Bool

  package var authority: String { "\(host):\(port)" }

  init(host: String, port: Int, isLoopback: Bool) {
    let isBare = host.contains(":") && !host.hasPrefix("[")
    self.host = (isBare ? "[\(host)]" : host).lowercased()
    self.port = port
    self.isLoopback = isLoopback
  }
}

struct ListeningSocket {
  let descriptor: Int32
  let address: ListeningAddress

  /// The socket type: a non-blocking stream that child processes do not inherit.
  static let type =
    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

  init(host: String, port: Int) throws(HTTPServerError) {
    let address = try SocketAddress(host: host, port: port)
    descriptor = socket(address.family, Self.type, 0)
    guard descriptor >= 0 else {
      throw HTTPServerError(errno: errno, listeningOn: host, port: port)
    }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard address.bind(descriptor) == 0, listen(descriptor, 512) == 0,
      let boundPort = SocketAddress.port(of: descriptor)
    else {
      let error = HTTPServerError(errno: errno, listeningOn: host, port: port)
      close(descriptor)
      throw error
    }
    self.address = ListeningAddress(
      host: host, port: boundPort, isLoopback: address.isLoopback)
  }
}
