import WebCurl
import TestSupport
import FaultServer
import Foundation
import Testing
import WebMessages

/// The fault table: each fault with the error that it causes.
@Suite(.mayBlock) struct FaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let answer: FaultAnswer
    let code: TransportError.Code
    let says: String

    init(_ what: String, _ answer: FaultAnswer, _ code: TransportError.Code, _ says: String) {
      self.what = what
      self.answer = answer
      self.code = code
      self.says = says
    }

    var testDescription: String { what }
  }

  static let rows = [
    Row("closed without an answer", .close, .cut, "closed the connection without a response"),
    Row("broken without an answer", .reset, .cut, "closed the connection without a response"),
    Row(
      "cut in the body", .cut(after: 90, of: .json(String(repeating: "1", count: 99))), .cut,
      "was cut off after"),
    Row(
      "broken in the body",
      .cut(after: 90, of: .json(String(repeating: "1", count: 99)), breaks: true), .cut,
      "was cut off"
    ),
    Row("a length too long", .lie(length: "9", body: "[]"), .cut, "was cut off after 2 bytes"),
    Row("a negative length", .lie(length: "-5", body: "[]"), .unintelligible, "valid HTTP"),
    Row("a length of words", .lie(length: "many", body: "[]"), .unintelligible, "127.0.0.1"),
    Row(
      "a length beyond all", .lie(length: "99999999999999999999", body: "[]"), .unintelligible,
      "127.0.0.1"),
    Row(
      "two lengths", .lie(length: "2\r\nContent-Length: 1", body: "[]"), .unintelligible,
      "contradictory lengths"),
    Row(
      "a chunk of no size",
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n"),
      .unintelligible, "valid HTTP"),
    Row(
      "chunks without an end",
      FaultAnswer([
        .send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n".utf8)),
        .close,
      ]), .cut, "was cut off"),
    Row("no HTTP", .raw("SSH-2.0-OpenSSH_9.2\r\n\r\n"), .unintelligible, "does not speak HTTP"),
    Row(
      "HTTP of 1991", FaultAnswer([.send(Array("<p>Hello".utf8)), .close]), .unintelligible,
      "127.0.0.1"),
    Row(
      "a line that is no field", .raw("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"), .unintelligible,
      "valid HTTP"),
    Row(
      "what is not packed as it says",
      .status(200, "not gzip", headers: ["Content-Encoding": "gzip"]), .unintelligible,
      "cannot decompress"),
    Row("a header that never ends", .endlessHeaders, .limit, "65536"),
    Row("a huge field", .hugeHeader(70_000), .limit, "65536"),
    Row("a field beyond libcurl", .hugeHeader(1 << 20), .limit, "header"),
  ]

  @Test(arguments: rows) func `a fault is reported with its own message`(row: Row) async throws {
    let server = try FaultServer(row.answer)
    let error = try #require(await CurlTransport().failure(server.url + "/secret?token=t"))
    #expect(error.code == row.code, "\(error.reason)")
    #expect(error.reason.contains(row.says), "\(error.reason)")
    #expect(error.reason.contains("127.0.0.1:\(server.port)"), "\(error.reason)")
    #expect(!error.reason.contains("token") && !error.reason.contains("secret"))
    #expect(server.requests.count == 1)
    try await server.end()
  }

  @Test(.measures, arguments: [false, true])
  func `a decompression bomb ends at the reader's limit, in little memory`(isDense: Bool)
    async throws
  {
    // The measurement covers the whole process.
    await #expect(processExitsWith: .success) { [isDense] in
      let server = try FaultServer(.bomb(1 << 30, isDense: isDense))
      let before = Memory.resident
      let transport = CurlTransport()
      await #expect(throws: HTTPBodyTooLarge.self) {
        try await transport.get(server.url).body.collect(upTo: 8 << 20)
      }
      #expect(Memory.resident - before < 64 << 20)
      try await server.end()
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a response cut at any byte is never taken for complete`(breaks: Bool, isChunked: Bool)
    async throws
  {
    let whole = isChunked ? FaultAnswer.chunked(["[1,2", ",3]"]) : .json("[1,2,3]")
    let transport = CurlTransport()
    let server = try FaultServer { request in
      .cut(after: Int(request.target.dropFirst()) ?? 0, of: whole, breaks: breaks)
    }
    // The very last byte, the LF after the last chunk, carries no information.
    let counts = 0..<(whole.bytes.count - (isChunked ? 1 : 0))
    for count in counts {
      let error = await transport.failure("\(server.url)/\(count)")
      #expect(error?.code == .cut, "after \(count) bytes: \(error?.reason ?? "whole")")
    }
    // A reset discards unread data, and so may cut even a complete answer.
    if !breaks { #expect(try await transport.text("\(server.url)/9999") == "[1,2,3]") }
    #expect(server.requests.count == counts.count + (breaks ? 0 : 1))
  }

  @Test func `the data before a cut is delivered first`() async throws {
    let gate = FaultGate()
    let answer = FaultAnswer.json("[1,2,3]")
    var steps = FaultAnswer.held(answer, by: gate, last: 3).steps
    steps[2] = .close
    let server = try FaultServer(FaultAnswer(steps))
    var pieces = try await CurlTransport().get(server.url).body.makeAsyncIterator()
    #expect(try await pieces.next() == Data("[1,2".utf8))
    gate.open()
    await #expect(throws: TransportError.self) { try await pieces.next() }
  }

  @Test func `a port without a listener is refused`() async throws {
    let port = try FaultServer.deadPort()
    let error = try #require(await CurlTransport().failure("http://127.0.0.1:\(port)/a?b"))
    #expect(
      error == TransportError(.unconnected, reason: "127.0.0.1:\(port) refused the connection"))
  }

  @Test func `an unknown host name is not found`() async throws {
    // The resolver fails without a query: a label of a name cannot be that long (RFC 1035, 2.3.4).
    let name = String(repeating: "a", count: 64) + ".test"
    let error = try #require(await CurlTransport().failure("http://\(name)/"))
    #expect(error == TransportError(.unconnected, reason: "cannot resolve the host '\(name)'"))
  }

  @Test(arguments: [
    "ftp://127.0.0.1/a", "file:///etc/passwd", "gopher://127.0.0.1/", "http://u:p@127.0.0.1/",
    "http:///a", "mailto:a@b",
  ])
  func `only http and https are supported`(address: String) async throws {
    let error = try #require(await CurlTransport().failure(address))
    #expect(error.code == .unconnected)
    #expect(error.isLasting)
    #expect(!error.reason.contains("passwd") && !error.reason.contains("u:p"))
  }

  @Test func `a header field with a line break is refused`() async throws {
    let server = try FaultServer(.json("[]"))
    await #expect(throws: TransportError.self) {
      try await CurlTransport().get(server.url, headers: ["X": "a\r\nY: b"])
    }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [("short", 9), ("too long", 3)])
  func `a request body of the wrong length is not sent as complete`(text: String, count: Int)
    async throws
  {
    let server = try FaultServer(.json("[]"))
    let pieces = Pieces([text])
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().post(server.url, HTTPBody(count: count) { pieces.next() })
    }
    #expect(error?.reason.contains("length") == true)
    try await server.end()
    #expect(server.requests.isEmpty)
  }

  @Test func `an error of the request's body ends the exchange`() async throws {
    struct Broken: Error {}
    let server = try FaultServer(.json("[]"))
    await #expect(throws: Broken.self) {
      try await CurlTransport().post(server.url, HTTPBody { throw Broken() })
    }
    try await server.end()
    #expect(server.requests.isEmpty)
  }
}
