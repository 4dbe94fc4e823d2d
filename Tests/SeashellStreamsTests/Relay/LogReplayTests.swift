import SeashellTesting
import ShellOutput
import StreamServer
import Testing

@testable import SeashellStreams

/// The events of a file in a stream.
@MainActor
@Suite(.enabled(if: StreamServer.isThere, "nats-server is not here"))
struct LogReplayTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func replay(
    _ text: String, to bench: RelayBench
  ) async throws -> (all: Int, repeated: Int) {
    try folder.write("log", text)
    return try await LogReplay(folder.file("log"), to: bench.streams) { _ in }.run()
  }

  @Test func `each line is published once`() async throws {
    let bench = try await RelayBench()
    let lines = (1...300).map {
      """
      {"time":"2026-01-01T00:00:00.000Z","event":"shop.opened","details":{"id":"s-\($0)"}}
      """
    }
    let text = lines.joined(separator: "\n") + "\n\n"
    #expect(try await replay(text, to: bench) == (300, 0))
    #expect(try await replay(text + lines[0], to: bench) == (301, 301))
    #expect(await bench.count() == 300)
    let last = try #require(try await bench.streams.events.message(.sequence(300)))
    #expect(last.subject.hasSuffix(".shop.opened.s-300"))
    #expect(String(decoding: last.data, as: UTF8.self) == #"{"id":"s-300"}"#)
  }

  @Test(
    arguments: [
      ("nothing", "is no event"),
      (#"{"event":"a b"}"#, "is no event"),
      (#"{"event":"a.>"}"#, "is no event"),
      (#"{"name":"a.b"}"#, "is no event"),
      (
        #"{"event":"a.b","details":""# + String(repeating: "x", count: 1 << 20) + #""}"#,
        "has an event of more than 1044480 bytes"
      ),
    ])
  func `a line that is no event ends it, after those before it`(
    line: String, problem: String
  ) async throws {
    let bench = try await RelayBench()
    let error = await #expect(throws: ShellError.self) {
      _ = try await replay(#"{"event":"a.b"}"# + "\n" + line + "\n", to: bench)
    }
    #expect(error?.message == "line 2 of '\(folder.file("log"))' \(problem)")
    #expect(await bench.count() == 1)
  }

  @Test func `a large event fits`() async throws {
    let bench = try await RelayBench()
    let text = String(repeating: "x", count: 1_000_000)
    #expect(try await replay(#"{"event":"a.b","details":"\#(text)"}"#, to: bench) == (1, 0))
    #expect(try await bench.streams.events.message(.sequence(1))?.data.count == 1_000_002)
  }

  @Test func `a file that is missing is said`() async throws {
    let bench = try await RelayBench()
    let error = await #expect(throws: ShellError.self) {
      _ = try await LogReplay("/proc/nonexistent", to: bench.streams) { _ in }.run()
    }
    #expect(error?.message == "cannot read '/proc/nonexistent': No such file or directory")
  }
}
