import Glibc

/// One end of a local connection.
struct FaultSocket {
  let descriptor: Int32

  /// Opens a free port on the loopback address.
  ///
  /// - Parameter listening: whether it accepts connections; otherwise it refuses them.
  static func open(listening: Bool) throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0
          && (!listening || Glibc.listen(descriptor, 256) == 0)
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard descriptor >= 0, code else { throw FaultServerError("no port: \(errno)") }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a local port; returns nil if that fails.
  static func connect(to port: UInt16) -> FaultSocket? {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = loopback(port)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      Glibc.close(descriptor)
      return nil
    }
    return FaultSocket(descriptor: descriptor)
  }

  /// Sends all bytes.
  ///
  /// - Parameter note: called with the number of bytes after each partial send.
  /// - Returns: whether the client accepted them all.
  func send(_ bytes: some Collection<UInt8>, _ note: (Int) -> Void) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      note(count)
      sent += count
    }
    return true
  }

  /// Receives some bytes, or none at the end.
  func receive(_ most: Int = 1 << 16) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var result = recv(descriptor, buffer.baseAddress, most, 0)
      while result < 0, errno == EINTR { result = recv(descriptor, buffer.baseAddress, most, 0) }
      count = max(0, result)
    }
  }

  /// Waits until the client disconnects, another descriptor is readable, or the time is up.
  ///
  /// - Parameter hasReadBody: false if a part of the request's body may be unread.
  /// - Returns: whether the client is still connected.
  func wait(for other: Int32 = -1, milliseconds: Int32 = -1, hasReadBody: Bool = true) -> Bool {
    // 0x2000 is POLLRDHUP, which the Glibc module does not export.
    let events: Int16 = hasReadBody ? Int16(POLLIN) : 0x2000
    var polled = [
      pollfd(fd: descriptor, events: events, revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    var result = poll(&polled, 2, milliseconds)
    while result < 0, errno == EINTR { result = poll(&polled, 2, milliseconds) }
    guard polled[0].revents != 0 else { return true }
    guard hasReadBody, polled[0].revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0 else {
      return false
    }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// Makes `close` reset the connection.
  func setToReset() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
  }

  /// Relays bytes between two connections until one of them ends.
  static func relay(_ one: FaultSocket, _ other: FaultSocket) {
    var polled = [one, other].map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    while poll(&polled, 2, -1) > 0 || errno == EINTR {
      for (index, (from, to)) in [(one, other), (other, one)].enumerated()
      where polled[index].revents != 0 {
        let bytes = from.receive()
        guard !bytes.isEmpty, to.send(bytes, { _ in }) else { return }
      }
    }
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian,
      sin_addr: in_addr(s_addr: UInt32(0x7F00_0001).bigEndian), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
  }

  func close() { Glibc.close(descriptor) }
}
