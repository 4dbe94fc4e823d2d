import WebCurl
import TestSupport
import FaultServer
import Foundation
import Testing
import WebMessages

/// HTTP/2, which a service offers during the TLS handshake.
@Suite(.enabled(if: NginxFront.isThere, "nginx is not here"), .mayBlock) struct HTTP2Tests {
  @Test func `requests use HTTP/2 if it is offered`() async throws {
    let server = try FaultServer { request in .json(request.text.isEmpty ? "[]" : "[1]") }
    let (front, transport) = try await Self.front(server)
    let response = try await transport.get(front.url + "/a")
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(try await response.text() == "[]")
    let pieces = Pieces(["hello ", "world"])
    let posted = try await transport.post(front.url + "/b", HTTPBody { pieces.next() })
    #expect(try await posted.text() == "[1]")
    let requests = server.requests.suffix(2)
    #expect(requests.map { $0.header("X-Protocol") } == ["HTTP/2.0", "HTTP/2.0"])
    #expect(requests.last?.text == "hello world")
    #expect(Set(requests.map { $0.header("X-Connection") }).count == 1)
  }

  @Test func `many concurrent requests over HTTP/2 are all answered`() async throws {
    let server = try FaultServer { .json("\"\($0.target)\"") }
    let (front, transport) = try await Self.front(server)
    let count = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          try await transport.text("\(front.url)/\(number)") == "\"/\(number)\""
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(count == 64)
  }

  @Test func `a cancelled or unread HTTP/2 request does not affect others`() async throws {
    let server = try FaultServer { request in
      switch request.target {
      case "/silence": .silence
      case "/flood": .flood(64 << 20)
      default: .json("[]")
      }
    }
    let (front, transport) = try await Self.front(server)
    let before = server.requests.count
    let flood = try await transport.get(front.url + "/flood")
    let silence = Task { try await transport.text(front.url + "/silence") }
    try await server.requests(before + 2)
    for _ in 0..<20 { #expect(try await transport.text(front.url) == "[]") }
    silence.cancel()
    await #expect(throws: CancellationError.self) { try await silence.value }
    for _ in 0..<20 { #expect(try await transport.text(front.url) == "[]") }
    var count = 0
    for try await piece in flood.body { count += piece.count }
    #expect(count == 64 << 20)
  }

  @Test func `a long body is sent and received completely over HTTP/2`() async throws {
    let server = try FaultServer { request in .status(200, request.body) }
    let (front, transport) = try await Self.front(server)
    let pieces = Pieces(Data(repeating: 0x61, count: 1 << 16), times: 64)
    let response = try await transport.post(front.url, HTTPBody { pieces.next() })
    #expect(try await response.text() == String(repeating: "a", count: 64 << 16))
  }

  /// Starts nginx, and waits until it answers.
  private static func front(_ server: FaultServer) async throws -> (NginxFront, CurlTransport) {
    let front = try NginxFront(server)
    let transport = CurlTransport { $0.certificateAuthorities = front.certificate }
    await until { await transport.failure(front.url)?.code != .unconnected }
    return (front, transport)
  }
}
