import WebCurl
import TestSupport
import FaultServer
import Foundation
import Testing
import WebMessages

/// Cancelling ends a transfer at once, at any stage, and the server notices.
@Suite(.mayBlock) struct CancellationTests {
  let transport = CurlTransport()

  @Test func `a transfer cancelled before it begins sends nothing`() async throws {
    let server = try FaultServer(.json("[]"))
    let task = Task {
      await Task.yield()
      while !Task.isCancelled { await Task.yield() }
      return try await transport.text(server.url)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.record.opened == 0)
  }

  @Test func `a write cancelled before it begins says that it was not sent`() async throws {
    let server = try FaultServer(.json("[]"))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await transport.post(server.url, HTTPBody(Data("x".utf8)))
    }
    task.cancel()
    let error = await #expect(throws: TransportError.self) { try await task.value }
    #expect(error?.code == .unconnected)
    #expect(server.record.opened == 0)
  }

  @Test func `a transfer can be cancelled while it connects`() async throws {
    let full = try FullListener()
    let task = Task { try await transport.text("http://127.0.0.1:\(full.port)/") }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a write that is cancelled while it connects says that it was not sent`() async throws
  {
    let full = try FullListener()
    let task = Task {
      try await transport.post("http://127.0.0.1:\(full.port)/", HTTPBody(Data("x".utf8)))
    }
    await Task.yield()
    task.cancel()
    let error = await #expect(throws: TransportError.self) { try await task.value }
    #expect(error?.code == .unconnected)
  }

  @Test func `a write that was sent is cancelled with the usual error`() async throws {
    let server = try FaultServer(.silence)
    let task = Task { try await transport.post(server.url, HTTPBody(Data("x".utf8))) }
    try await server.requests(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a transfer can be cancelled while it waits for the head`() async throws {
    let server = try FaultServer(.silence)
    let task = Task { try await transport.text(server.url) }
    try await server.requests(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await server.end()
  }

  @Test func `a transfer can be cancelled while the body is read`() async throws {
    let gate = FaultGate()
    let server = try FaultServer(.held(.json("[1,2,3]"), by: gate, last: 3))
    let response = try await transport.get(server.url)
    let task = Task { try await response.text() }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await server.end()
    await #expect(throws: CancellationError.self) { try await response.text() }
  }

  @Test func `a transfer can be cancelled while its reader is slow`() async throws {
    let server = try FaultServer(.flood(1 << 30))
    let response = try await transport.get(server.url)
    // The body itself must notice: `response` is held to the end of the test, so nothing is released.
    let task = Task { while try await response.body.next() != nil {} }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await server.end()
  }

  @Test func `a transfer can be cancelled while it sends the body`() async throws {
    let gate = FaultGate()
    let server = try FaultServer(readsBodies: false) { _ in FaultAnswer([.await(gate), .readBody]) }
    let pieces = Pieces(Data(count: 1 << 20), times: 999)
    let task = Task {
      try await transport.post(server.url, HTTPBody { pieces.next() })
    }
    try await server.requests(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.open()
    try await server.end()
    #expect(server.requests[0].body.isEmpty)
    #expect(pieces.given < 999)
  }

  @Test func `cancelling a transfer also cancels the source of its body`() async throws {
    let server = try FaultServer(readsBodies: false) { _ in .silence }
    let gate = AsyncStream<Data>.makeStream()
    let isOver = AsyncStream<Bool>.makeStream()
    let task = Task {
      try await transport.post(
        server.url,
        HTTPBody {
          for await piece in gate.stream { return piece }
          isOver.continuation.yield(Task.isCancelled)
          return nil
        })
    }
    try await server.requests(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await isOver.stream.first { _ in true } == true)
    try await server.end()
  }

  @Test func `a body that is dropped unread ends its transfer`() async throws {
    let server = try FaultServer(.flood(1 << 30))
    _ = try await transport.get(server.url)
    try await server.end()
    #expect(server.record.sent < 64 << 20)
  }

  @Test func `a body that is dropped half read ends its transfer`() async throws {
    let server = try FaultServer(.flood(1 << 30))
    do {
      var pieces = try await transport.get(server.url).body.makeAsyncIterator()
      #expect(try await pieces.next() != nil)
    }
    try await server.end()
  }

  @Test func `cancelling one transfer does not affect others`() async throws {
    let gate = FaultGate()
    let server = try FaultServer { request in
      request.target == "/held" ? .held(.json("[1]"), by: gate) : .silence
    }
    let other = Task { try await transport.text(server.url + "/held") }
    let task = Task { try await transport.text(server.url) }
    try await server.requests(2)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.open()
    #expect(try await other.value == "[1]")
  }

  @Test func `a hundred cancelled transfers leave nothing behind`() async throws {
    let server = try FaultServer(.silence)
    let tasks = (0..<100).map { _ in Task { try await transport.text(server.url) } }
    try await server.requests(100)
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    try await server.end()
    #expect(server.record.closed == 100)
  }
}
