import CoreEvents
import CoreJSON
import CoreLoop
import ShellOutput
package import ShellRuntime
import WebStreams

/// Takes a stream's events for a shared rule, and settles each one after its run has ended.
///
/// No event is taken before there is room for its run, so that no other worker waits for it. While a run is under way the
/// server gets signs of life; without one for half a minute it gives the event to another worker.
@MainActor
package final class SharedWorker {
  /// Into how many parts the events are divided if their order is kept.
  static let parts = 8
  /// How long the end of a run is told to a server that does not answer.
  static let stubbornness = Duration.seconds(60)

  private let following: SharedFollowing
  /// After this time without a sign of life, the server gives an event to another worker.
  private let patience: Duration
  private let clock: any Clock<Duration>
  private let streams: @MainActor () async throws -> Streams
  private let report: @MainActor (String) -> Void
  private var takes: [ConsumerTake] = []
  /// Those that connect, that handle what the takes give, and that write the places.
  private var tasks: [Task<Void, Never>] = []
  /// Gives signs of life, also of the runs that go on at the end.
  private var signs: Task<Void, Never>?
  private var hasFailed = false
  private var slots: Slots
  /// The events under way, each with its latest delivery.
  private var underWay: [Place: Delivery] = [:]
  private var runs: [Place: Task<Void, Never>] = [:]
  private var isEnding = false

  /// An event's place in the stream, which the consumers of all parts deliver.
  private struct Place: Hashable {
    let part: Int?
    let sequence: Int
  }

  /// Creates a worker; ``start()`` begins its work.
  ///
  /// - Parameters:
  ///   - patience: the time without a sign of life after which the server gives an event to another worker.
  ///   - streams: returns the streams, which it may have to connect to.
  ///   - report: tells the user something, in one line.
  package init(
    _ following: SharedFollowing, patience: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @MainActor (String) -> Void,
    streams: @escaping @MainActor () async throws -> Streams
  ) {
    self.following = following
    (self.patience, self.clock) = (patience, clock)
    self.streams = streams
    self.report = report
    slots = Slots(following.parallel)
  }

  /// Begins to take events.
  package func start() {
    guard tasks.isEmpty else { return }
    begin { worker in
      let (streams, places) = try await worker.connected()
      guard !worker.isEnding else { return }
      worker.signs = Task { try? await worker.extend(streams) }
      worker.begin { try await $0.write(places) }
      for (part, place) in places.enumerated() {
        let part = places.count > 1 ? part : nil
        worker.begin { try await $0.take(after: place, streams, part: part) }
      }
    }
  }

  /// Takes no further event, gives back what has come meanwhile, and returns when what was under way is settled.
  package func stop() async {
    isEnding = true
    await withDiscardingTaskGroup { group in
      for take in takes { group.addTask { await take.end() } }
    }
    for task in tasks { task.cancel() }
    slots.end()
    for task in tasks { await task.value }
    for run in runs.values { await run.value }
    signs?.cancel()
  }

  private func begin(_ body: @escaping @MainActor (SharedWorker) async throws -> Void) {
    guard !isEnding else { return }
    tasks.append(
      Task {
        do {
          try await body(self)
        } catch {
          guard !isEnding, !hasFailed, !(error is CancellationError) else { return }
          hasFailed = true
          following.fail(ShellError(error))
        }
      })
  }

  /// Connects and finds the consumers, as soon as the server can be reached.
  private func connected() async throws -> (Streams, [SettledPlace]) {
    var isTold = false
    while true {
      do {
        let streams = try await streams()
        var places: [SettledPlace] = []
        for consumer in try await consumers(of: streams) {
          let place = SettledPlace(of: consumer, in: streams)
          do { try await place.refresh() } catch { throw ShellError(error) }
          places.append(place)
        }
        return (streams, places)
      } catch let error as ShellError where error.code == .unconnected {
        if !isTold { report("\(error.message); trying again") }
        isTold = true
        try await clock.sleep(for: .seconds(1))
      }
    }
  }

  /// Finds the consumers of the rule's name, or makes them.
  private func consumers(of streams: Streams) async throws -> [Consumer] {
    var configuration = Consumer.Configuration(
      subject: streams.subjects.subjects(of: following.pattern))
    configuration.patience = patience
    let whole = Consumer(streams.events, name: following.name)
    let parts = (0..<Self.parts).map {
      Consumer(streams.events, name: "\(following.name)_in-order_\($0)")
    }
    // With and without an order there are other consumers, each of which would get every event.
    let other = following.order == nil ? parts[0] : whole
    if try await exists(other) {
      throw taken(
        other, "'\(other.name)' has \(following.order == nil ? "an" : "no") '--in-order'")
    }
    guard let order = following.order else {
      try await create(whole, configuration)
      return [whole]
    }
    // Workers that divide the events by different fields would leave some of them out.
    configuration.description = "--in-order \(order)"
    // At most one event of each part is under way at a time, among all workers.
    configuration.maximumUnderWay = 1
    for part in parts { try await create(part, configuration) }
    return parts
  }

  private func exists(_ consumer: Consumer) async throws -> Bool {
    do {
      _ = try await consumer.info()
      return true
    } catch let error as StreamError where error.code == .notFound {
      return false
    } catch let error as StreamError {
      throw ShellError(error)
    }
  }

  private func create(_ consumer: Consumer, _ configuration: Consumer.Configuration) async throws {
    do {
      try await consumer.create(configuration)
    } catch let error as StreamError where error.code == .conflict {
      throw taken(consumer, error.message)
    } catch let error as StreamError {
      throw ShellError(error)
    }
  }

  private func taken(_ consumer: Consumer, _ problem: String) -> ShellError {
    ShellError(
      .failed, "the workers '\(following.name)' have another event or order: \(problem)",
      hint: "choose another name for --durable, or remove theirs: nats consumer rm"
        + " \(consumer.stream.name) \(consumer.name)")
  }
}

extension SharedWorker {
  /// Takes events from a consumer until the worker ends; those of one part if the order is kept.
  private func take(after settled: SettledPlace, _ streams: Streams, part: Int?) async throws {
    guard !isEnding else { return }
    let take: ConsumerTake
    do { take = try ConsumerTake(settled.consumer) } catch { throw ShellError(error) }
    takes.append(take)
    // With the order kept, one event at a time is all that the server gives.
    take.want(part == nil ? following.parallel : 1)
    while true {
      let deliveries: [Delivery]?
      do {
        deliveries = try await take.next()
      } catch let error as StreamError {
        throw ShellError(error)
      }
      guard let deliveries else { return }
      for delivery in deliveries { receive(delivery, settled, part, streams) { take.want(1) } }
    }
  }

  private func receive(
    _ delivery: Delivery, _ settled: SettledPlace, _ part: Int?, _ streams: Streams,
    then more: @escaping @MainActor () -> Void
  ) {
    settled.note(delivery)
    let place = Place(part: part, sequence: delivery.sequence)
    if let earlier = underWay[place] {
      // The server has not heard of the run for too long. It goes on, and settles this delivery too.
      if delivery.tries > earlier.tries { underWay[place] = delivery }
      return more()
    }
    if settled.isKnown(delivery) {
      delivery.settleSoon(.done, on: streams.events.connection)
      return more()
    }
    underWay[place] = delivery
    runs[place] = Task {
      let settlement = await settlement(of: delivery, settled, part, streams)
      // The next event is on its way while the server is told how this one has ended.
      if !isEnding { more() }
      await settle(place, settlement, streams)
      (underWay[place], runs[place]) = (nil, nil)
    }
  }

  private func settlement(
    of delivery: Delivery, _ settled: SettledPlace, _ part: Int?, _ streams: Streams
  ) async -> Delivery.Settlement {
    if await isSettled(delivery, settled) { return .done }
    let message = delivery.message
    guard let event = EventMessage(data: message.data, field: { message[$0] }) else {
      report(
        "message \(delivery.sequence) of the stream '\(streams.events.name)' is no event; it was skipped"
      )
      return .never
    }
    guard following.pattern.matches(event.event.eventName),
      event.worker == nil || event.worker == following.name,
      part == nil || part == self.part(of: event.event)
    else { return .done }
    guard delivery.tries <= following.maxTries else {
      // It may be the event itself that ends the workers.
      return await setAside(
        delivery, event, streams, .failure,
        because: "no worker has finished it in \(following.maxTries) tries")
    }
    guard !isEnding, await slots.take() else { return .again(after: .zero) }
    defer { slots.give() }
    guard !isEnding else { return .again(after: .zero) }
    let outcome = await following.handle(
      SharedEvent(
        id: event.id, event: event.event, time: delivery.time, tries: delivery.tries))
    switch outcome {
    case .done: return .done
    case .unfinished: return .again(after: .zero)
    case .failed(let status, let reason):
      guard delivery.tries >= following.maxTries else {
        return .again(after: Self.pause(after: delivery.tries))
      }
      return await setAside(delivery, event, streams, status, because: reason)
    }
  }

  /// Whether an event was settled before; waits for a server that is lost.
  private func isSettled(_ delivery: Delivery, _ settled: SettledPlace) async -> Bool {
    while !isEnding {
      do {
        return try await settled.covers(delivery)
      } catch let error as StreamError where [.lost, .unreachable].contains(error.code) {
        try? await Task.sleep(for: .milliseconds(500))
      } catch {
        break
      }
    }
    return false
  }

  /// Sets an event aside, or lets it come again if that fails; waits for a server that is lost.
  private func setAside(
    _ delivery: Delivery, _ event: EventMessage, _ streams: Streams, _ status: ExitStatus,
    because reason: String
  ) async -> Delivery.Settlement {
    let failed = FailedEvent(
      worker: following.name, event: event, place: delivery.sequence, time: delivery.time,
      tries: delivery.tries, status: status, reason: reason)
    let end = ContinuousClock.now + Self.stubbornness
    while true {
      do {
        try await FailedEvents(streams).add(failed)
        return .never
      } catch let error as StreamError
        where [.lost, .unreachable].contains(error.code) && !isEnding && ContinuousClock.now < end
      {
        try? await Task.sleep(for: .milliseconds(500))
      } catch {
        report("an event that failed cannot be set aside: \(ShellError(error).message)")
        return .again(after: Self.pause(after: delivery.tries))
      }
    }
  }

  /// The pause after a failed try: 1 s, and each time twice as long, up to 5 minutes.
  nonisolated static func pause(after tries: Int) -> Duration {
    min(.seconds(1 << min(tries - 1, 16)), .seconds(300))
  }

  /// Which part an event belongs to, by the value of the field whose order is kept.
  private func part(of event: DynamicEvent) -> Int {
    var value: JSONValue? = event.payload
    for name in (following.order ?? "").split(separator: ".") { value = value?[String(name)] }
    var hash: UInt32 = 2_166_136_261
    for byte in value?.jsonBytes ?? [] { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(Self.parts))
  }

  /// Tells the server how an event has ended, again and again while it does not answer.
  private func settle(
    _ place: Place, _ settlement: Delivery.Settlement, _ streams: Streams
  ) async {
    let end = ContinuousClock.now + Self.stubbornness
    while let delivery = underWay[place] {
      do {
        return try await delivery.settle(settlement, on: streams.events.connection)
      } catch {
        // The event comes again, perhaps to another worker, whose run sends the same keys.
        guard ContinuousClock.now < end, !isEnding else {
          return report(
            "the end of event \(place.sequence) could not be told to the server; it will come again"
          )
        }
        // An error may come at once: a server that is starting does not take what settles an event.
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  /// Writes the places up to which all events are settled, as they change.
  private func write(_ places: [SettledPlace]) async throws {
    while true {
      try await clock.sleep(for: patience / 3)
      for place in places {
        do {
          try await place.write()
        } catch let error as StreamError where error.code == .denied {
          return report(
            "how far the workers '\(following.name)' are cannot be kept: \(error.message)")
        } catch {
          // It is written the next time.
        }
      }
    }
  }

  /// Gives the server signs of life of the runs under way.
  private func extend(_ streams: Streams) async throws {
    while true {
      try await clock.sleep(for: patience / 3)
      for delivery in underWay.values { delivery.extend(on: streams.events.connection) }
    }
  }
}

/// As many places as runs may be under way.
@MainActor
private final class Slots {
  private var free: Int
  private var waiting: [CheckedContinuation<Bool, Never>] = []
  private var isEnded = false

  init(_ count: Int) { free = count }

  /// Waits for a free place; returns false if there will be none.
  func take() async -> Bool {
    if isEnded { return false }
    if free > 0 {
      free -= 1
      return true
    }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume(returning: true) }
  }

  func end() {
    isEnded = true
    for continuation in waiting { continuation.resume(returning: false) }
    waiting = []
  }
}
