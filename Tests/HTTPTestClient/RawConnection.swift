import CoreSystem
import Glibc
import Synchronization
import WebMessages

/// A client's connection that sends arbitrary bytes, and reads responses.
///
/// Each call blocks a thread of its own, since the server needs those of the pool.
package final class RawConnection: Sendable {
  /// The connection failed, or the server sent something unexpected.
  package struct ConnectionError: Error {
    package let reason: String
  }

  private let descriptor: Int32
  private let unread = Mutex<[UInt8]>([])

  /// Connects.
  ///
  /// - Parameters:
  ///   - window: the size of the receive buffer, in bytes; nil for the system's default.
  ///   - address: the server's address. A test that expects a closed port needs its own address,
  ///     since another test may soon listen on the same port.
  package init(port: Int, window: Int32? = nil, address number: UInt32 = 0x7F00_0001) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var window {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = number.bigEndian
    // Only keeps a bug from blocking the suite forever.
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let code = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // `deinit` closes the descriptor: it runs if the initializer throws this late.
    guard code == 0 else { throw ConnectionError(reason: String(cString: strerror(errno))) }
  }

  deinit {
    close(descriptor)
  }

  /// Sends a text.
  ///
  /// - Returns: false if the server has closed the connection.
  @discardableResult
  package func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  @discardableResult
  package func send(_ bytes: [UInt8]) async -> Bool {
    await blocking { [descriptor] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Sends a text repeatedly until the server accepts no bytes for half a second, or disconnects.
  package func sendUntilBlocked(_ text: String) async {
    let bytes = Array(String(repeating: text, count: 1_000).utf8)
    await blocking { [descriptor] in
      var (sent, writable) = (0, pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
      while poll(&writable, 1, 500) > 0 {
        let count = bytes.withUnsafeBytes {
          Glibc.send(
            descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent,
            Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        guard count > 0 else { return }
        sent = (sent + count) % bytes.count
      }
    }
  }

  /// Sends a request without a body.
  package func ask(_ target: String, method: String = "GET", headers: String = "") async {
    await send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
  }

  /// Reads a response.
  ///
  /// - Parameter hasBody: false after HEAD.
  package func reply(hasBody: Bool = true) async throws -> RawReply {
    while true {
      let head = try await text(through: "\r\n\r\n")
      guard var reply = RawReply(head: head) else {
        throw ConnectionError(reason: "no response: \(head)")
      }
      if reply.status == 100 { continue }
      guard hasBody, reply.status != 204, reply.status != 304 else { return reply }
      if let count = reply.headers["Content-Length"].flatMap({ Int($0) }) {
        reply.body = try await bytes(count)
      } else if reply.headers["Transfer-Encoding"] == "chunked" {
        while let chunk = try await chunk() { reply.body += chunk }
      }
      return reply
    }
  }

  /// Reads a chunk of a body; nil at the end.
  package func chunk() async throws -> [UInt8]? {
    let line = try await text(through: "\r\n")
    // `dropLast` removes CR LF, which is one Character.
    guard let count = Int(line.dropLast(), radix: 16) else { throw ConnectionError(reason: line) }
    let chunk = try await bytes(count)
    _ = try await text(through: "\r\n")
    return count == 0 ? nil : chunk
  }

  /// Reads up to and including a text.
  package func text(through end: String) async throws -> String {
    let wanted = Array(end.utf8)
    var read: [UInt8] = []
    while !read.suffix(wanted.count).elementsEqual(wanted) { read += try await bytes(1) }
    return String(decoding: read, as: UTF8.self)
  }

  package func bytes(_ count: Int) async throws -> [UInt8] {
    while unread.withLock({ $0.count }) < count {
      let more = await receive()
      guard !more.isEmpty else { throw ConnectionError(reason: "the connection ended") }
      unread.withLock { $0 += more }
    }
    return unread.withLock { unread in
      defer { unread.removeFirst(count) }
      return Array(unread.prefix(count))
    }
  }

  /// Waits until the server closes the connection, and returns the text that it sent before.
  package func end() async -> String { String(decoding: await bytesToEnd(), as: UTF8.self) }

  /// Waits until the server closes the connection, and returns the bytes that it sent before.
  package func bytesToEnd() async -> [UInt8] {
    var all = unread.withLock { $0 }
    while true {
      let more = await receive()
      if more.isEmpty { return all }
      all += more
    }
  }

  /// Closes the sending side only.
  package func sendNoMore() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes both sides.
  package func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func receive() async -> [UInt8] {
    await blocking { [descriptor] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return Array(buffer.prefix(max(count, 0)))
    }
  }

  private func blocking<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result
  {
    await withCheckedContinuation { continuation in
      BlockingThread.run { continuation.resume(returning: body()) }
    }
  }
}
