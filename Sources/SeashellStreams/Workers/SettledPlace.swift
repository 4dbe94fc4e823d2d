import CoreJSON
import Synchronization

/// Up to which event all messages of a consumer are settled, kept beside what the server keeps.
///
/// A nats-server that is killed while it writes a consumer's state has lost it afterwards, and delivers all messages of the
/// stream again, perhaps of days. Those up to this place are not handled again.
@MainActor
final class SettledPlace {
  /// A message's place in the stream, and when it was published: in a stream that was made anew, or restored from a
  /// backup, other and later messages have the sequences of earlier ones.
  private struct Mark {
    var sequence = 0
    /// In microseconds since 1970.
    var time = 0

    init() {}

    init(_ delivery: Delivery) {
      (sequence, time) = (delivery.sequence, Int(delivery.time * 1e6))
    }

    init?(_ json: JSONValue) {
      guard case .integer(let sequence)? = json["sequence"], case .integer(let time)? = json["time"]
      else { return nil }
      (self.sequence, self.time) = (sequence, time)
    }

    func covers(_ other: Mark) -> Bool { other.sequence <= sequence && other.time <= time }
  }

  let consumer: Consumer
  private let streams: Streams
  /// Tells this consumer from a later one of the name, up to two seconds.
  private var created = 0
  private var settled = Mark()
  /// The last message that this worker received, and those that were the last ones when ``write()`` was called.
  private var latest = Mark()
  private var marks: [Mark] = []
  /// The consumer's number of the last delivery.
  private var number = 0
  private var lastRead = ContinuousClock.now
  /// Whether another consumer may have the name, or other workers may have come further, since it was read.
  private let isUnsure = Atomic(true)
  private var reading: Task<Void, any Error>?
  private var restored: ConnectionChanges.Token?

  init(of consumer: Consumer, in streams: Streams) {
    (self.consumer, self.streams) = (consumer, streams)
    restored = streams.events.connection.whenRestored { [weak self] in
      self?.isUnsure.store(true, ordering: .relaxed)
    }
  }

  /// Takes notice of a delivery, in the order in which they come.
  func note(_ delivery: Delivery) {
    // A consumer counts its deliveries; another one of the name, and one whose state was lost, begin again.
    if delivery.number <= number { isUnsure.store(true, ordering: .relaxed) }
    number = delivery.number
    let mark = Mark(delivery)
    if mark.time > latest.time { latest = mark }
  }

  /// Whether a message was settled before, without asking.
  func isKnown(_ delivery: Delivery) -> Bool {
    guard settled.covers(Mark(delivery)) else { return false }
    // That is rare, so it is worth a look.
    if lastRead + .seconds(1) < .now { isUnsure.store(true, ordering: .relaxed) }
    return reading == nil && !isUnsure.load(ordering: .relaxed)
  }

  /// Whether a message was settled before.
  ///
  /// - Throws: ``StreamError``.
  func covers(_ delivery: Delivery) async throws -> Bool {
    try await refresh()
    return settled.covers(Mark(delivery))
  }

  /// Reads what this worker and others have written, unless that is known; concurrent calls read it once.
  func refresh() async throws {
    if isUnsure.exchange(false, ordering: .relaxed) { reading = Task { _ = try await read() } }
    guard let reading else { return }
    do {
      try await reading.value
      if self.reading == reading { self.reading = nil }
    } catch {
      isUnsure.store(true, ordering: .relaxed)
      throw error
    }
  }

  private func read() async throws -> Consumer.Info {
    let now = ContinuousClock.now
    let info = try await consumer.info()
    lastRead = now
    if !isCurrent(info.created) { (created, settled) = (info.created, Mark()) }
    let message = try await streams.state.message(.last(subject: subject))
    if let json = message.flatMap({ try? JSONValue(json: $0.data) }),
      case .integer(let stamp)? = json["created"], isCurrent(stamp),
      let stored = Mark(json), stored.time > settled.time
    {
      settled = stored
    }
    return info
  }

  /// Writes how far the server knows that the consumer is, unless that is written.
  ///
  /// - Throws: ``StreamError``; then it is written at the next call.
  func write() async throws {
    guard latest.time > settled.time else { return }
    if latest.time > marks.last?.time ?? 0 { marks.append(latest) }
    let info = try await read()
    guard isCurrent(info.created), let last = marks.lastIndex(where: { $0.sequence <= info.floor })
    else { return }
    let mark = marks[last]
    if mark.time > settled.time {
      let record: JSONValue = [
        "created": .integer(created), "sequence": .integer(mark.sequence),
        "time": .integer(mark.time),
      ]
      try await streams.state.publish(subject, record.jsonBytes)
      guard isCurrent(info.created) else { return }
      settled = mark
    }
    marks.removeFirst(last + 1)
  }

  private func isCurrent(_ created: Int) -> Bool { abs(created - self.created) <= 1 }

  private var subject: String { streams.subjects.settled(consumer.name) }
}
