import Glibc
import WebMessages

struct SocketAddress {
  private var storage = sockaddr_storage()
  private let length: socklen_t

  var family: Int32 { Int32(storage.ss_family) }

  init(host: String, port: Int) throws(HTTPServerError) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let name =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    let code = getaddrinfo(name, String(port), &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard code == 0, let first = found?.pointee, let address = first.ai_addr else {
      throw HTTPServerError(
        .host, "the host '\(host)' is not found (\(String(cString: gai_strerror(code))))")
    }
    length = first.ai_addrlen
    withUnsafeMutableBytes(of: &storage) { bytes in
      bytes.copyMemory(
        from: UnsafeRawBufferPointer(start: address, count: min(Int(length), bytes.count)))
    }
  }

  /// Whether only this machine can reach the address.
  var isLoopback: Bool {
    withUnsafeBytes(of: storage) { bytes in
      switch family {
      case AF_INET:
        withUnsafeBytes(of: bytes.load(as: sockaddr_in.self).sin_addr) {
          Loopback.contains(address: $0)
        }
      case AF_INET6:
        withUnsafeBytes(of: bytes.load(as: sockaddr_in6.self).sin6_addr) {
          Loopback.contains(address: $0)
        }
      default: false
      }
    }
  }

  func bind(_ descriptor: Int32) -> Int32 {
    withUnsafeBytes(of: storage) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        Glibc.bind(descriptor, $0.baseAddress, length)
      }
    }
  }

  static func port(of descriptor: Int32) -> Int? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes -> Int? in
      let code = bytes.withMemoryRebound(to: sockaddr.self) {
        getsockname(descriptor, $0.baseAddress, &length)
      }
      guard code == 0 else { return nil }
      // Both families have the port at the same offset.
      return Int(UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port))
    }
  }

  static func text(of address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "-" }
    let length =
      address.pointee.sa_family == sa_family_t(AF_INET6)
      ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var name = [CChar](repeating: 0, count: 64)
    let code = getnameinfo(
      address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return "-" }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "-" }
  }
}
