import SeashellKit
@testable import SeashellModules
import TestSupport
import Testing

@Suite(.mayBlock) @MainActor struct ProcessChannelTests {
  private func channel(_ command: String...) -> StdioChannel {
    StdioChannel(command, environment: ModuleEnvironment.clean(), limits: ProcessProbe.limits)
  }

  /// Sends messages to a program and returns all events up to its end.
  private func events(
    of channel: StdioChannel, sending messages: [CellValue], closingAfter count: Int = .max
  ) async throws -> [String] {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    try await channel.open { event in
      switch event {
      case .message(let value): continuation.yield(value.jsonText)
      case .errorLine(let line): continuation.yield("error line: \(line)")
      case .ended(let error):
        continuation.yield("ended: \(error?.reason ?? "as asked")")
        continuation.finish()
      }
    }
    for message in messages { try await channel.send(message) }
    var events: [String] = []
    for await event in stream {
      events.append(event)
      if events.count == count { await channel.close() }
    }
    return events
  }

  @Test func `messages are sent and received, one on each line`() async throws {
    let messages: [CellValue] = [
      .record([.init("id", .integer(1)), .init("text", .text("a\nb\u{1B}é"))]),
      .record([.init("id", .text("x"))]),
    ]
    let events = try await events(of: channel("cat"), sending: messages, closingAfter: 2)
    #expect(events == messages.map(\.jsonText) + ["ended: as asked"])
  }

  @Test func `a batch is received as separate messages`() async throws {
    let events = try await events(
      of: channel("printf", #"[{"id":1},{"id":2}]\n{"id":3}\n"#), sending: [])
    #expect(
      events == [#"{"id":1}"#, #"{"id":2}"#, #"{"id":3}"#, "ended: it ended with status 0"])
  }

  @Test func `a message that is not JSON ends the channel`() async throws {
    let events = try await events(
      of: channel("printf", #"{"id":1}\nhello\n{"id":2}\n"#), sending: [])
    #expect(
      events == [
        #"{"id":1}"#, "ended: it wrote a line that is not JSON: expected a value at byte 0",
      ])
  }

  @Test func `a channel that is not open accepts no message`() async throws {
    await #expect(throws: ModuleError("it is not running")) { try await channel("cat").send(.null) }
  }
}
