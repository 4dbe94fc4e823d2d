import CoreEvents
import FoundationEssentials

/// Publishes events to a stream in their order, many at once.
///
/// Each message names the one before it, so that the server takes it only directly after that one. When one of
/// them fails, or another client's message comes between, those behind it are refused, and are sent again.
@MainActor
final class RelayPublisher {
  private struct Entry {
    var message: EventMessage
    /// The id after which the feed goes on.
    var id: String?
    let isGap: Bool
  }

  private typealias Receipt = JetStream.Receipt

  /// The greatest number of messages that are under way.
  private static let largestWindow = 256
  /// The number of events beyond which no more are read.
  private static let capacity = 512

  private let streams: Streams
  private let pause: Duration
  private let mayPublish: @MainActor () -> Bool
  private let report: @MainActor (String) -> Void
  /// Called when the place has an id for the first time.
  var whenPlaced: @MainActor () -> Void = {}
  private(set) var place: RelayPlace {
    didSet { if oldValue.id == nil, place.id != nil { whenPlaced() } }
  }
  /// The id after the last event that was added.
  var lastID: String? { entries.last { $0.id != nil }?.id ?? place.id }
  /// How many messages the stream has taken, and how many of them it had already.
  private(set) var count = (all: 0, repeated: 0)
  private var entries: [Entry] = []
  /// The first entries' publications.
  private var underWay: [(task: Task<Receipt, any Error>, isChained: Bool)] = []
  /// How many messages may be under way: one after a failure, then more and more.
  private var window = 1
  /// The ids of messages that the stream has already and that may come again, with their sequences.
  private var present: [String: Int] = [:]
  private var failure: (any Error)?
  private var isFinished = false
  private let arrivals = Mailbox<Void>(capacity: 1)
  private let room = Mailbox<Void>(capacity: 1)

  /// - Parameters:
  ///   - pause: how long to wait after a failure.
  ///   - mayPublish: whether this process may publish now.
  init(
    _ streams: Streams, at place: RelayPlace = RelayPlace(), pause: Duration = .seconds(1),
    while mayPublish: @escaping @MainActor () -> Bool = { true },
    report: @escaping @MainActor (String) -> Void
  ) {
    (self.streams, self.place, self.pause) = (streams, place, pause)
    (self.mayPublish, self.report) = (mayPublish, report)
  }

  /// Adds an event, which may be beyond the capacity: the caller then waits for ``untilRoom()``.
  func add(_ message: EventMessage, upTo id: String? = nil, isGap: Bool = false) {
    if let sequence = present.removeValue(forKey: message.id) {
      if isGap { noteGap(at: sequence) }
      return advance(to: id)
    }
    entries.append(Entry(message: message, id: id, isGap: isGap))
    arrivals.offer(())
  }

  /// Lets the feed go on after an id that no event has.
  func advance(to id: String?) {
    guard let id else { return }
    if entries.isEmpty { place.id = id } else { entries[entries.count - 1].id = id }
  }

  /// Waits until there is room for more events.
  func untilRoom() async throws {
    while entries.count >= Self.capacity {
      guard await room.nextBatch() != nil else { throw CancellationError() }
    }
  }

  /// Ends ``run()`` with an error.
  func fail(_ error: any Error) {
    failure = error
    arrivals.offer(())
  }

  /// Ends ``run()`` when all events are published.
  func finish() {
    isFinished = true
    arrivals.offer(())
  }

  /// Finds out which messages the stream has after the place, so that they are not published again.
  ///
  /// A relay has published all before each of its own, so the place moves to the last one of them. Shells that share
  /// their events may have published later ones.
  func readPresent(ofIDs prefix: String) async throws {
    try await retrying { [streams] in
      let info = try await streams.events.info()
      guard let sequence = place.sequence else { return place.sequence = info.lastSequence }
      // A stream that was made anew begins again.
      var next = sequence <= info.lastSequence ? sequence + 1 : 1
      while let message = try await streams.events.message(
        .next(next, subject: streams.subjects.all))
      {
        next = message.sequence + 1
        // A copy for workers is not the feed's.
        guard message[EventMessage.Field.worker] == nil else { continue }
        if message.reportsGap { noteGap(at: message.sequence, time: message.seconds) }
        guard let id = message[EventMessage.Field.id], id.hasPrefix(prefix) else { continue }
        if let resume = message[EventMessage.Field.resume], !resume.isEmpty {
          (place.id, place.sequence) = (resume, message.sequence)
        } else {
          present[id] = message.sequence
        }
      }
    }
  }

  /// Publishes events as they are added; returns when it is finished, or may not publish any more.
  ///
  /// - Throws: the error of ``fail(_:)``; `CancellationError`.
  func run() async throws {
    var outage = StreamOutage(report)
    while true {
      try Task.checkCancellation()
      if let failure { throw failure }
      if isFinished && entries.isEmpty || !send() { return }
      guard let first = underWay.first else {
        guard await arrivals.nextBatch() != nil else { throw CancellationError() }
        continue
      }
      do {
        let receipt = try await first.task.value
        outage.end()
        guard let gap = reusedSince(receipt) else {
          take(receipt)
          continue
        }
        entries[0].message.id += "/\(gap)"
        await abandon()
      } catch let error as StreamError {
        await abandon()
        // Sent alone, it needs no predecessor.
        if error.code == .conflict, first.isChained { continue }
        try outage.begin(error)
        try await Task.sleep(for: pause)
      }
    }
  }

  /// Waits for the answers to what is under way.
  func settle() async {
    while let first = underWay.first, let receipt = try? await first.task.value,
      reusedSince(receipt) == nil
    {
      take(receipt)
    }
    underWay = []
  }

  /// Sends what may be under way; returns false if nothing may be sent any more.
  private func send() -> Bool {
    while underWay.count < min(window, entries.count) {
      guard mayPublish() else { return false }
      let message = entries[underWay.count].message
      let predecessor = underWay.isEmpty ? nil : entries[underWay.count - 1].message.id
      let task = Task.immediate { [streams] in
        try await streams.events.publish(
          message.subject(in: streams.environment), message.data, fields: message.fields,
          id: message.id, after: predecessor)
      }
      underWay.append((task, predecessor != nil))
    }
    return true
  }

  /// The sequence of the gap after which the server of the feed has used an id again, for another event; nil if it
  /// has not.
  private func reusedSince(_ receipt: Receipt) -> Int? {
    guard receipt.isDuplicate, let gap = place.gap, receipt.sequence < gap.sequence else {
      return nil
    }
    return gap.sequence
  }

  private func take(_ receipt: Receipt) {
    underWay.removeFirst()
    let entry = entries.removeFirst()
    room.offer(())
    count.all += 1
    if receipt.isDuplicate { count.repeated += 1 } else { place.sequence = receipt.sequence }
    if entry.isGap { noteGap(at: receipt.sequence) }
    if let id = entry.id { place.id = id }
    window = min(window * 2, Self.largestWindow)
  }

  private func noteGap(at sequence: Int, time: Int? = nil) {
    guard place.gap?.sequence != sequence else { return }
    place.gap = RelayPlace.Gap(
      time: time ?? Int(Date().timeIntervalSince1970), sequence: sequence)
  }

  /// Waits for the answers to what is under way, all of which is sent again.
  private func abandon() async {
    for (task, _) in underWay { _ = await task.result }
    underWay = []
    window = 1
  }

  private func retrying(_ body: () async throws -> Void) async throws {
    var outage = StreamOutage(report)
    while true {
      do {
        try await body()
        return outage.end()
      } catch let error as StreamError {
        try outage.begin(error)
        try await Task.sleep(for: pause)
      }
    }
  }
}
