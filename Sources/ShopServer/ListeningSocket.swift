import Glibc

/// A socket that listens, with the address at which clients find it.
struct ListeningSocket {
  let descriptor: Int32

  /// The port, which the system may have chosen.
  let port: Int

  /// Whether only this machine reaches it.
  let isLoopback: Bool

  /// Listens at a host and a port.
  ///
  /// - Throws: ``ShopServerError`` that says why that is not possible.
  init(host: String, port: Int) throws(ShopServerError) {
    let address = try Address(host: host, port: port)
    isLoopback = address.isLoopback
    descriptor = socket(address.family, Self.type, 0)
    guard descriptor >= 0 else { throw Self.error(errno, host, port) }
    do throws(ShopServerError) {
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
      guard address.bind(descriptor) == 0, listen(descriptor, 512) == 0 else {
        throw Self.error(errno, host, port)
      }
      guard let found = Address.port(of: descriptor) else { throw Self.error(errno, host, port) }
      self.port = found
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// A stream that no program inherits and no thread waits for.
  static let type =
    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

  private static func error(_ code: Int32, _ host: String, _ port: Int) -> ShopServerError {
    switch code {
    case EADDRINUSE:
      ShopServerError(
        .inUse, "another program listens on port \(port) already",
        hint: "give another --port; 0 takes any that is free")
    case EACCES, EPERM:
      ShopServerError(
        .forbidden, "port \(port) is not for ordinary users", hint: "give a --port above 1023")
    case EADDRNOTAVAIL:
      ShopServerError(.host, "'\(host)' is not an address of this machine")
    default:
      ShopServerError(
        .system, "cannot listen on \(host), port \(port): \(String(cString: strerror(code)))")
    }
  }
}
