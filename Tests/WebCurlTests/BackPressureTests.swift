import FaultServer
import Foundation
import TestSupport
import Testing
import WebCurl
import WebMessages

/// A slow reader holds back the sender, and the data buffered in between is bounded.
@Suite(.mayBlock) struct BackPressureTests {
  let transport = CurlTransport()

  /// How much data may be in transit: the transport's own limit, and the kernel's buffers at both ends.
  private static let onTheWay = 24 << 20

  @Test func `an unread response is not fetched further`() async throws {
    let server = try FaultServer { request in
      request.target == "/other" ? .json("[]") : .flood(1 << 30)
    }
    let response = try await transport.get(server.url)
    // The transport's thread runs many times, and could have read more each time.
    for _ in 0..<200 { _ = try await transport.text(server.url + "/other") }
    #expect(server.record.sent < Self.onTheWay)
    var count = 0
    for try await piece in response.body {
      #expect(piece.count <= 1 << 20)
      count += piece.count
      guard count < 64 << 20 else { break }
    }
    #expect(count >= 64 << 20)
  }

  @Test(.measures, arguments: [false, true])
  func `an unread compressed response is not decompressed`(isDense: Bool) async throws {
    // The measurement covers the whole process.
    await #expect(processExitsWith: .success) { [isDense] in
      let server = try FaultServer { request in
        request.target == "/other" ? .json("[]") : .bomb(1 << 30, isDense: isDense)
      }
      let transport = CurlTransport()
      let before = Memory.resident
      let response = try await transport.get(server.url)
      for _ in 0..<200 { _ = try await transport.text(server.url + "/other") }
      #expect(Memory.resident - before < 64 << 20)
      await #expect(throws: HTTPBodyTooLarge.self) {
        try await response.body.collect(upTo: 32 << 20)
      }
    }
  }

  @Test(.measures)
  func `a long response is read completely in little memory`() async throws {
    // The measurement covers the whole process.
    await #expect(processExitsWith: .success) {
      let server = try FaultServer(.flood(256 << 20))
      let response = try await CurlTransport().get(server.url)
      let before = Memory.resident
      var count = 0
      for try await piece in response.body { count += piece.count }
      #expect(count == 256 << 20)
      #expect(Memory.resident - before < 32 << 20)
    }
  }

  @Test func `a request's body is read no faster than the server accepts it`() async throws {
    let gate = FaultGate()
    let server = try FaultServer(readsBodies: false) { request in
      request.method == "GET"
        ? .json("[]") : FaultAnswer([.await(gate), .readBody] + FaultAnswer.json("[]").steps)
    }
    let pieces = Pieces(Data(count: 1 << 20), times: 64)
    let task = Task {
      try await transport.post(server.url, HTTPBody { pieces.next() }).text()
    }
    try await server.requests(1)
    for _ in 0..<200 { _ = try await transport.text(server.url) }
    #expect(pieces.given < 24)
    gate.open()
    #expect(try await task.value == "[]")
    #expect(pieces.given == 64)
    #expect(server.requests[0].body.count == 64 << 20)
  }
}

enum Memory {
  /// The resident memory of the process, in bytes.
  static var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }
}
