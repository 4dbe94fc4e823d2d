import WebCurl
import TestSupport
import FaultServer
import Foundation
import Synchronization
import Testing
import WebMessages

/// How connections are opened, kept and closed.
@Suite(.mayBlock) struct ConnectionTests {
  let transport = CurlTransport()

  @Test func `requests one after another share a connection`() async throws {
    let server = try FaultServer(.json("[]"))
    for _ in 0..<20 { #expect(try await transport.text(server.url) == "[]") }
    #expect(server.requests.map(\.connection) == Array(repeating: 0, count: 20))
  }

  @Test func `many concurrent requests are all answered`() async throws {
    let server = try FaultServer { .json("\"\($0.target)\"") }
    let texts = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<64 {
        group.addTask { (number, try await transport.text("\(server.url)/\(number)")) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(texts.count == 64)
    for (number, text) in texts { #expect(text == "\"/\(number)\"") }
    #expect(server.requests.count == 64)
  }

  @Test func `a read on a connection that was closed is sent again automatically`() async throws {
    let server = try FaultServer(.json("[1]"), .close, .json("[2]"))
    #expect(try await transport.text(server.url) == "[1]")
    #expect(try await transport.text(server.url) == "[2]")
    #expect(server.requests.map(\.connection) == [0, 0, 1])
  }

  @Test(arguments: HTTPMethod.allCases.filter(\.isWrite), [10, 100_000])
  func `a write is never sent again by the transport`(method: HTTPMethod, count: Int) async throws {
    let server = try FaultServer(.json("[1]"), .close, .json("[2]"))
    #expect(try await transport.text(server.url) == "[1]")
    let body = HTTPBody(Data(repeating: 0x61, count: count))
    let error = await #expect(throws: TransportError.self) {
      try await transport.post(server.url, body, method: method)
    }
    #expect(error?.code == .cut)
    #expect(server.requests.count == 2)
    #expect(try await transport.text(server.url) == "[2]")
    #expect(server.requests.filter { $0.method == method.rawValue }.count == 1)
  }

  @Test func `a write sent before the server went away does not count as unsent`()
    async throws
  {
    let gone = Mutex<FaultServer?>(nil)
    let server = try FaultServer { request in
      guard request.method == "POST" else { return .json("[1]") }
      // The server reads the write on the kept connection; libcurl's new connection is then refused.
      gone.withLock { $0?.stop() }
      return .close
    }
    gone.withLock { $0 = server }
    #expect(try await transport.text(server.url) == "[1]")
    let error = await #expect(throws: TransportError.self) {
      try await transport.post(server.url, HTTPBody(Data("a".utf8)))
    }
    #expect(error?.code == .cut, "\(String(describing: error))")
    #expect(server.requests.map(\.connection) == [0, 0])
    gone.withLock { $0 = nil }
  }

  @Test func `a request ends at its own time limit`() async throws {
    let server = try FaultServer(.silence)
    var request = HTTPRequest(url: try #require(URL(string: server.url)))
    request.timeLimit = .milliseconds(50)
    let error = await #expect(throws: TransportError.self) {
      _ = try await transport.send(request)
    }
    #expect(error?.reason.contains("did not finish its response") == true)
  }

  @Test func `bytes after a response's length are not taken for the next response`() async throws {
    let server = try FaultServer(
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]HTTP/1.1 500 Bad\r\n\r\n"), .json("[2]"))
    #expect(try await transport.text(server.url) == "[]")
    #expect(try await transport.text(server.url) == "[2]")
    #expect(server.requests.map(\.connection) == [0, 1])
  }

  @Test func `the thread and its connections end with the transport`() async throws {
    let server = try FaultServer(.json("[]"))
    do {
      let transport = CurlTransport()
      #expect(try await transport.text(server.url) == "[]")
      #expect(server.record.closed == 0)
    }
    try await server.end()
  }

  @Test func `a program that is started does not inherit a connection`() async throws {
    let server = try FaultServer(.json("[]"))
    _ = try await transport.text(server.url)
    let sockets = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap { Int32($0) }
      .filter { Self.port(of: $0) == server.port }
    #expect(!sockets.isEmpty)
    for socket in sockets { #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0) }
  }

  /// The port at a socket's other end.
  private static func port(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &length)
      }
    }
    guard code == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// Many requests at the same time, on one loop.
@Suite(.mayBlock) struct ManyRequestsTests {
  @Test func `ten transports with 200 concurrent requests get the right responses`()
    async throws
  {
    let servers = try (0..<10).map { _ in
      try FaultServer { request in .json("\"\(request.target)\"") }
    }
    let transports = (0..<10).map { _ in CurlTransport() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let (server, transport) = (servers[number % 10], transports[number / 20])
          return try await transport.text("\(server.url)/\(number)") == "\"/\(number)\""
        }
      }
      for try await isOwn in group { #expect(isOwn) }
    }
    #expect(servers.map(\.requests.count) == Array(repeating: 20, count: 10))
  }

  @Test func `requests are answered, cancelled and timed out during a flood of data`()
    async throws
  {
    let flood = try FaultServer(.flood(1 << 34))
    let server = try FaultServer(.json("[1]"))
    let silent = try FaultServer(.silence)
    let transport = CurlTransport()
    let body = try await transport.get(flood.url).body
    let flooding = Task {
      var count = 0
      for try await piece in body { count += piece.count }
      return count
    }
    for _ in 0..<50 { #expect(try await transport.text(server.url) == "[1]") }
    var request = HTTPRequest(url: try #require(URL(string: silent.url)))
    request.timeLimit = .milliseconds(50)
    let error = await #expect(throws: TransportError.self) { _ = try await transport.send(request) }
    #expect(error?.reason.contains("did not finish its response") == true)
    let waiting = Task { try await transport.text(silent.url) }
    try await silent.requests(2)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    flooding.cancel()
    await #expect(throws: CancellationError.self) { try await flooding.value }
    try await flood.end()
  }
}
