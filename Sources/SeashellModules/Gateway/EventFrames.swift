import FoundationEssentials
import SeashellHosting
import SeashellKit
import Synchronization

/// The bus events that a module receives, as server-sent events.
///
/// Events are filtered on the thread that posts them, and encoded when the module reads them. A module that
/// reads too slowly misses the oldest, and is told how many.
final class EventFrames: Sendable {
  /// The maximum number of events that may wait for a module.
  static let capacity = 1_000

  /// The time without an event after which a comment is sent.
  static let heartbeat = Duration.seconds(15)

  /// The size from which a piece of the stream is sent, in bytes.
  private static let pieceSize = 64 << 10

  /// The API whose events the module receives; it also receives events that belong to no API.
  private let api: String
  private let mailbox: Mailbox<EventLog.Entry>
  private let clock: any Clock<Duration>
  private let waiting = Mutex<ArraySlice<EventLog.Entry>>([])

  init(_ patterns: [EventPattern], of api: String, on bus: EventBus, clock: any Clock<Duration>) {
    self.api = api
    self.clock = clock
    let isWanted: @Sendable (String) -> Bool = { name in
      for pattern in patterns where pattern.matches(name) { return true }
      return false
    }
    // Commands are timed and reported only if a module wants to know.
    let excluded: [any Event.Type] =
      isWanted(CommandFinished.name) ? [] : [CommandFinished.self]
    mailbox = bus.subscribeAll(capacity: Self.capacity, excluding: excluded) {
      isWanted($0.eventName)
    }
  }

  func end() { mailbox.cancel() }

  /// Waits for events, and returns the next piece of the stream; nil at its end.
  func next() async -> Data? {
    while true {
      var piece = Data()
      encodeWaiting(to: &piece)
      if !piece.isEmpty { return piece }
      switch await mailbox.nextBatch(within: Self.heartbeat, on: clock) {
      case .ended: return nil
      case .silence: return Data(":\n\n".utf8)
      case .batch(let batch):
        waiting.withLock { $0 = batch.events[...] }
        if batch.dropped > 0 {
          return Data("event: seashell.lost\ndata: {\"count\":\(batch.dropped)}\n\n".utf8)
        }
      }
    }
  }

  private func encodeWaiting(to piece: inout Data) {
    while piece.count < Self.pieceSize, let entry = waiting.withLock({ $0.popFirst() }) {
      // A line break in a name would start another field.
      guard entry.name.utf8.allSatisfy({ $0 >= 0x20 }), let json = json(entry.event) else {
        continue
      }
      piece.append(contentsOf: "event: \(entry.name)\ndata: ".utf8)
      piece.append(json)
      piece.append(contentsOf: "\n\n".utf8)
    }
  }

  /// The event's content in one line; nil if it cannot be encoded or belongs to another API.
  private func json(_ event: any Event) -> Data? {
    guard let content = try? event.content() else { return nil }
    guard !(event is DynamicEvent) else { return Data(content.jsonBytes) }
    // A switch of environments concerns two of them.
    let environments = ["environment", "previous"].compactMap { name -> EnvironmentID? in
      if case .string(let text)? = content[name] { EnvironmentID(text) } else { nil }
    }
    let isOwn = environments.isEmpty || environments.contains { $0.api == api }
    return isOwn ? Data(content.jsonBytes) : nil
  }
}
