import WebCurl
import TestSupport
import FaultServer
import Foundation
import Testing
import WebMessages

/// The time limits: each ends what it is meant for and nothing else.
@Suite(.mayBlock) struct TimeTests {
  private static let short = Duration.milliseconds(150)

  @Test func `a service that accepts the connection but never answers times out`() async throws {
    let server = try FaultServer(.silence)
    let transport = CurlTransport { $0.firstByteTimeout = Self.short }
    let error = try #require(await transport.failure(server.url + "/a?token=t"))
    #expect(error.code == .cut)
    #expect(error.reason == "127.0.0.1:\(server.port) did not respond within 150 ms")
    try await server.end()
  }

  @Test func `a response that stops times out`() async throws {
    let gate = FaultGate()
    let server = try FaultServer(.held(.json("[1,2,3]"), by: gate, last: 3))
    let transport = CurlTransport { $0.stallTimeout = Self.short }
    let error = try #require(await transport.failure(server.url))
    #expect(error.code == .cut)
    #expect(
      error.reason == "no data was exchanged with 127.0.0.1:\(server.port) for 150 ms")
    try await server.end()
  }

  @Test func `a head that stops in the middle times out`() async throws {
    let gate = FaultGate()
    let server = try FaultServer(.held(.json("[1,2,3]"), by: gate, last: 50))
    let transport = CurlTransport { $0.stallTimeout = Self.short }
    #expect(await transport.failure(server.url)?.code == .cut)
    try await server.end()
  }

  @Test func `a response that drips for ever ends at the total time limit`() async throws {
    let server = try FaultServer(.trickle(.json(String(repeating: "1", count: 9_999)), every: 20))
    let transport = CurlTransport {
      $0.firstByteTimeout = Patience.bound
      $0.stallTimeout = Patience.bound
      $0.totalTimeout = .seconds(2)
    }
    let error = try #require(await transport.failure(server.url))
    #expect(error.code == .late)
    #expect(
      error.reason == "127.0.0.1:\(server.port) did not finish its response within 2 s")
    try await server.end()
  }

  @Test func `the total time limit does not apply to endless responses`() async throws {
    let gate = FaultGate()
    let answer = FaultAnswer.json("[1,2,3]")
    let server = try FaultServer { request in
      request.target == "/other" ? .silence : .held(answer, by: gate, last: 3)
    }
    let transport = CurlTransport { $0.totalTimeout = Self.short }
    var request = HTTPRequest(url: try #require(URL(string: server.url)))
    request.isEndless = true
    let response = try await transport.send(request)
    // The time limit ends this transfer, so it has passed for the other one too.
    #expect(await transport.failure(server.url + "/other")?.code == .cut)
    gate.open()
    #expect(try await response.text() == "[1,2,3]")
  }

  @Test func `a connection that times out means an unreachable service`() async throws {
    // A listener with a full queue neither accepts nor refuses connections.
    let full = try FullListener()
    let transport = CurlTransport { $0.connectTimeout = Self.short }
    let error = try #require(await transport.failure("http://127.0.0.1:\(full.port)/"))
    #expect(error.code == .unconnected)
    #expect(error.reason == "could not connect to 127.0.0.1:\(full.port) within 150 ms")
  }

  @Test func `a failed TLS handshake means an unreachable service`() async throws {
    let silent = try FullListener(isFull: false)
    let transport = CurlTransport { $0.connectTimeout = Self.short }
    let error = try #require(await transport.failure("https://127.0.0.1:\(silent.port)/"))
    #expect(error.code == .unconnected)
    #expect(error.reason == "could not connect to 127.0.0.1:\(silent.port) within 150 ms")
  }

  @Test func `a slow reader is not mistaken for a stalled service`() async throws {
    let server = try FaultServer { request in
      request.target == "/slow" ? .flood(4_000_000) : .silence
    }
    // Long enough for the server to answer in time on a busy machine.
    let long = Duration.seconds(2 * Patience.factor)
    let transport = CurlTransport { $0.stallTimeout = long }
    let other = CurlTransport { $0.firstByteTimeout = long }
    let response = try await transport.get(server.url + "/slow")
    // Two of these take twice the stall timeout.
    for _ in 0..<2 { #expect(await other.failure(server.url)?.code == .cut) }
    #expect(try await response.text().utf8.count == 4_000_000)
  }

  @Test func `a body that is produced slowly is not mistaken for a stall`() async throws {
    let server = try FaultServer { request in request.method == "GET" ? .silence : .json("[]") }
    // Long enough for the server to answer in time on a busy machine.
    let transport = CurlTransport {
      $0.stallTimeout = .seconds(2 * Patience.factor)
      $0.firstByteTimeout = .seconds(2 * Patience.factor)
    }
    let pieces = Pieces(["a", "b"])
    let response = try await transport.post(
      server.url,
      HTTPBody {
        _ = await transport.failure(server.url)
        _ = await transport.failure(server.url)
        return pieces.next()
      })
    #expect(try await response.text() == "[]")
  }

  @Test func `a service that does not accept the request's body times out`() async throws {
    let gate = FaultGate()
    let server = try FaultServer(readsBodies: false) { _ in FaultAnswer([.await(gate), .readBody]) }
    let transport = CurlTransport { $0.stallTimeout = Self.short }
    let error = await #expect(throws: TransportError.self) {
      try await transport.post(server.url, HTTPBody(Data(count: 32 << 20)))
    }
    #expect(error?.code == .cut)
    #expect(error?.reason.contains("no data was exchanged") == true)
    gate.open()
    try await server.end()
    #expect(server.requests[0].body.isEmpty)
  }
}
