import CoreJSON
import Synchronization
import WebStreams

/// Up to which event all messages of a consumer are settled, kept beside what the server keeps.
///
/// A nats-server that is killed while it writes a consumer's state has lost it afterwards, and delivers all messages of the
/// stream again, perhaps of days. Those up to this place are not handled once more.
@MainActor
final class SettledPlace {
  let consumer: Consumer
  private let streams: Streams
  /// Tells this consumer from a later one of the name.
  private var created = ""
  private var sequence = 0
  /// Whether messages were settled since it was last written.
  var isOld = false
  /// Whether the connection was lost since it was read, so that other workers may have come further.
  private let isUnsure = Atomic(true)
  private var reading: Task<Void, any Error>?
  private var restored: ConnectionChanges.Token?

  init(of consumer: Consumer, in streams: Streams) {
    (self.consumer, self.streams) = (consumer, streams)
    restored = streams.events.connection.whenRestored { [weak self] in
      self?.isUnsure.store(true, ordering: .relaxed)
    }
  }

  /// Whether a message was settled before, without asking.
  func isKnown(_ delivery: Delivery) -> Bool {
    delivery.sequence <= sequence && reading == nil && !isUnsure.load(ordering: .relaxed)
  }

  /// Whether a message was settled before, as far as is known.
  ///
  /// - Throws: ``WebStreams/StreamError``.
  func covers(_ delivery: Delivery) async throws -> Bool {
    try await refresh()
    return delivery.sequence <= sequence
  }

  /// Reads what this worker and others have written, unless that is known; concurrent calls read it once.
  func refresh() async throws {
    if isUnsure.exchange(false, ordering: .relaxed) { reading = Task { try await read() } }
    guard let reading else { return }
    do {
      try await reading.value
      if self.reading == reading { self.reading = nil }
    } catch {
      isUnsure.store(true, ordering: .relaxed)
      throw error
    }
  }

  private func read() async throws {
    created = try await consumer.info().created
    let message = try await streams.state.message(.last(subject: subject))
    guard let json = message.flatMap({ try? JSONValue(json: $0.data) }),
      json["created"] == .string(created), case .integer(let stored)? = json["sequence"]
    else { return }
    sequence = max(sequence, stored)
  }

  /// Writes the place that the server knows.
  func write() async throws {
    let info = try await consumer.info()
    isOld = false
    guard info.created == created, info.floor > sequence else { return }
    sequence = info.floor
    let record: JSONValue = ["created": .string(created), "sequence": .integer(sequence)]
    try await streams.state.publish(subject, record.jsonBytes)
  }

  private var subject: String { streams.subjects.settled(consumer.name) }
}
