import SeashellKit
@testable import SeashellTesting
import TestSupport
import Testing
import WebMessages

@testable import SeashellModules

/// How an ended stream is resumed: after longer and longer waits, whatever arrived on it, and not forever.
@MainActor
@Suite struct StreamableHTTPResumingTests {
  private let clock = InstantClock()

  /// The events of a stream before it ends at once.
  nonisolated private static let streams = [
    "id: 7\n\n", "id: 7\ndata:\n\n", "retry: 0\nid: 7\ndata: {}\n\n",
    "id: 7\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n",
  ]

  /// The waits for a stream that ends at once each time.
  private static let waits: [Duration] =
    [100, 200, 400, 800, 1_600, 3_200].map { .milliseconds($0) }
    + Array(repeating: .seconds(5), count: 13)

  private func bench(
    _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> StreamableHTTPTests.Bench {
    try await .init(clock: clock, answer)
  }

  nonisolated private static func stream(_ text: String) -> HTTPResponse {
    StreamableHTTPTests.response(text, "text/event-stream")
  }

  @Test(arguments: streams)
  func `a call is given up if the server ends each stream`(stream: String) async throws {
    let bench = try await bench { _ in Self.stream(stream) }
    let error = await #expect(throws: ShellError.self) {
      try await bench.send(StreamableHTTPTests.list)
    }
    #expect(error?.message == "'https://a.example' closed the stream 20 times before the answer")
    #expect(error?.hint == "the call may have been carried out")
    #expect(error?.code == .unconnected)
    #expect(clock.sleeps == Self.waits)
    #expect(bench.transport.requests.count == 20)
  }

  @Test(arguments: streams + [""])
  func `a server that ends each stream of its events is not followed`(stream: String) async throws {
    let bench = try await bench { request in
      request.method == .get
        ? Self.stream(stream) : StreamableHTTPTests.response("", status: 202)
    }
    try await bench.send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    await until { !bench.errorLines.isEmpty }
    #expect(
      bench.errorLines == [
        "seashell: its event stream ended 20 times; its events are not followed until it is started"
          + " again"
      ])
    #expect(clock.sleeps == Self.waits)
    #expect(bench.transport.requests.count == 21)
    // Its tools can still be used.
    #expect(bench.ends.isEmpty)
    await bench.channel.close()
  }

  @Test(
    arguments: [
      // The time that each stream is open, the wait that the server asks for, and the waits.
      ([0, 0, 0], nil, [100, 200, 400]), ([4_999, 4_999], nil, [100, 200]),
      ([0, 0, 5_000, 0], nil, [100, 200, 100, 200]), ([0, 0], 1_000, [1_000, 1_000]),
      ([0, 0], 150, [150, 200]), ([0, 0], 3_600_000, [30_000, 30_000]),
      ([9_000, 9_000], 0, [100, 100]),
    ] as [([Int], Int?, [Int])])
  func `waits grow until a stream stays open for a while`(
    times: [Int], retry: Int?, expected: [Int]
  ) {
    var pauses = StreamPauses()
    var waits: [Duration?] = []
    for (index, time) in times.enumerated() {
      // The server's wait also applies to the streams after it.
      let retry = index == 0 ? retry.map { Duration.milliseconds($0) } : nil
      waits.append(pauses.next(after: .milliseconds(time), retry: retry))
    }
    #expect(waits == expected.map { .milliseconds($0) })
  }

  @Test func `streams that stay open for a while may end any number of times`() {
    var pauses = StreamPauses()
    for _ in 0..<1_000 {
      #expect(pauses.next(after: .seconds(5), retry: nil) == .milliseconds(100))
    }
  }

  @Test(arguments: [
    stream(String(repeating: ": \(String(repeating: "x", count: 98))\n", count: 1_001)),
    stream(
      "data: \(StreamableHTTPTests.answer)\n\n"
        + String(repeating: ": \(String(repeating: "x", count: 98))\n", count: 1_000)),
  ])
  func `a module that floods is ended`(response: HTTPResponse) async throws {
    let bench = try await bench { _ in response }
    let error = ModuleError("it floods: over 10000 bytes a second")
    await #expect(throws: error) { try await bench.send(StreamableHTTPTests.list) }
    #expect(bench.ends == [error])
  }

  @Test func `many answers in a second are a flood`() async throws {
    let text = String(repeating: "x", count: 900)
    let bench = try await bench { _ in
      StreamableHTTPTests.response(#"{"jsonrpc":"2.0","id":1,"result":{"a":"\#(text)"}}"#)
    }
    var sent = 0
    while bench.ends.isEmpty, sent < 200 {
      try? await bench.send(StreamableHTTPTests.list)
      sent += 1
    }
    #expect(bench.ends == [ModuleError("it floods: over 10000 bytes a second")])
    #expect(sent > 100)
  }
}
