import CoreEvents
import CoreJSON
import CoreLoop
import ShellOutput
import ShellRuntime

/// Takes a stream's events for a shared rule, and settles each one after its run has ended.
///
/// No event is taken before there is room for its run, so that no other worker waits for it. While a run is under way the
/// server gets signs of life; without one for half a minute it gives the event to another worker.
@MainActor
final class SharedWorker {
  /// How long the end of a run is told to a server that does not answer.
  static let stubbornness = Duration.seconds(60)

  private let following: SharedFollowing
  private let consumers: SharedConsumers
  /// After this time without a sign of life, the server gives an event to another worker.
  private let patience: Duration
  /// The same as ``stubbornness``, once the worker was told to end.
  private let lastPatience: Duration
  private let clock: any Clock<Duration>
  private let streams: @MainActor () async throws -> Streams
  private let report: @MainActor (String) -> Void
  private var takes: [ConsumerTake] = []
  /// Those that handle what the takes give.
  private var taking: [Task<Void, Never>] = []
  /// Those that connect, and that write the places.
  private var tasks: [Task<Void, Never>] = []
  /// Gives signs of life, also of the runs that go on at the end.
  private var signs: Task<Void, Never>?
  private var hasFailed = false
  private var slots: RunSlots
  /// The events under way, each with its latest delivery.
  private var underWay: [Place: Delivery] = [:]
  private var runs: [Place: Task<Void, Never>] = [:]
  private var ending: Task<Void, Never>?
  /// When the worker was told to end.
  private var ended: ContinuousClock.Instant?
  private var isEnding: Bool { ended != nil }

  /// An event's place in the stream, which the consumers of all parts deliver.
  private struct Place: Hashable {
    let part: Int?
    let sequence: Int
    /// When it was published: a stream that was made anew has the same sequences.
    let time: Double
  }

  /// Creates a worker; ``start()`` begins its work.
  ///
  /// - Parameters:
  ///   - patience: the time without a sign of life after which the server gives an event to another worker.
  ///   - lastPatience: how long a worker that ends tells a server that does not answer how runs have ended.
  ///   - streams: returns the streams, which it may have to connect to.
  ///   - report: tells the user something, in one line.
  init(
    _ following: SharedFollowing, patience: Duration = .seconds(30),
    lastPatience: Duration = .seconds(5), clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @MainActor (String) -> Void,
    streams: @escaping @MainActor () async throws -> Streams
  ) {
    self.following = following
    (self.patience, self.lastPatience, self.clock) = (patience, lastPatience, clock)
    consumers = SharedConsumers(following, patience: patience)
    self.streams = streams
    self.report = report
    slots = RunSlots(following.parallel)
  }

  /// Begins to take events.
  func start() {
    guard tasks.isEmpty else { return }
    begin(\.tasks) { worker in
      let (streams, places) = try await worker.connected()
      guard !worker.isEnding else { return }
      worker.signs = Task { try? await worker.extend(streams) }
      worker.begin(\.tasks) { try await $0.write(places) }
      for (part, place) in places.enumerated() {
        let part = places.count > 1 ? part : nil
        worker.begin(\.taking) { try await $0.take(after: place, streams, part: part) }
      }
    }
  }

  /// Takes no further event, gives back what has come meanwhile, and returns when what was under way is settled.
  func stop() async {
    if ending == nil {
      ended = .now
      ending = Task { await end() }
    }
    await ending?.value
  }

  private func end() async {
    await withDiscardingTaskGroup { group in
      for take in takes { group.addTask { await take.end() } }
    }
    for task in tasks { task.cancel() }
    slots.end()
    for task in tasks + taking { await task.value }
    while let run = runs.values.first { await run.value }
    signs?.cancel()
    await signs?.value
  }

  private func begin(
    _ list: ReferenceWritableKeyPath<SharedWorker, [Task<Void, Never>]>,
    _ body: @escaping @MainActor (SharedWorker) async throws -> Void
  ) {
    guard !isEnding else { return }
    self[keyPath: list].append(
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
        for consumer in try await consumers.find(in: streams) {
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
}

extension SharedWorker {
  /// Takes events from a consumer until the worker ends; those of one part if the order is kept.
  private func take(after settled: SettledPlace, _ streams: Streams, part: Int?) async throws {
    let take: ConsumerTake
    do {
      let found = try await insist(for: nil) {
        isEnding ? nil : try ConsumerTake(settled.consumer)
      }
      guard let found, !isEnding else { return }
      take = found
    } catch {
      throw ShellError(error)
    }
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
      for delivery in deliveries {
        settled.note(delivery)
        receive(delivery, settled, part, streams) { take.want(1) }
      }
    }
  }

  private func receive(
    _ delivery: Delivery, _ settled: SettledPlace, _ part: Int?, _ streams: Streams,
    then more: @escaping @MainActor () -> Void
  ) {
    let place = Place(part: part, sequence: delivery.sequence, time: delivery.time)
    if underWay[place] != nil {
      // The server has not heard of the run for too long, or of its end. The run goes on, and settles this one too.
      underWay[place] = delivery
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
      let told = await settle(place, settlement, streams)
      let last = underWay[place]
      (underWay[place], runs[place]) = (nil, nil)
      // One that was given back may come again before the server's answer.
      if let last, last.number != told { receive(last, settled, part, streams) {} }
    }
  }

  private func settlement(
    of delivery: Delivery, _ settled: SettledPlace, _ part: Int?, _ streams: Streams
  ) async -> Delivery.Settlement {
    switch await isSettled(delivery, settled) {
    case true: return .done
    case false: break
    case nil: return .again(after: .seconds(1))
    }
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
    guard !isEnding, await slots.take() else { return await giveBack(delivery, event, streams) }
    defer { slots.give() }
    let outcome = await following.handle(
      SharedEvent(
        id: event.id, event: event.event, time: delivery.time, tries: delivery.tries))
    switch outcome {
    case .done: return .done
    case .unfinished: return .again(after: .zero)
    case .notBegun: return await giveBack(delivery, event, streams)
    case .failed(let status, let reason):
      guard delivery.tries >= following.maxTries else {
        return .again(after: Self.pause(after: delivery.tries))
      }
      return await setAside(delivery, event, streams, status, because: reason)
    }
  }

  /// Lets an event come again whose run has not begun.
  ///
  /// It comes after a moment, since several workers may be ending. The server counts it as a try nevertheless, so
  /// after the last one it is published anew, unless that would break an order.
  private func giveBack(
    _ delivery: Delivery, _ event: EventMessage, _ streams: Streams
  ) async -> Delivery.Settlement {
    if following.order == nil, delivery.tries >= following.maxTries {
      let untried = failed(delivery, event, .success, "")
      // Its id makes it safe to publish it once more.
      if (try? await insist { try await FailedEvents(streams).renew(untried) }) != nil {
        return .done
      }
    }
    return .again(after: .seconds(1))
  }

  private func failed(
    _ delivery: Delivery, _ event: EventMessage, _ status: ExitStatus, _ reason: String
  ) -> FailedEvent {
    FailedEvent(
      worker: following.name, event: event, place: delivery.sequence, time: delivery.time,
      tries: delivery.tries, status: status, reason: reason)
  }

  /// Whether an event was settled before; nil if a lost server does not tell before the worker ends.
  ///
  /// After any other error it counts as new: it may be repeated, but is not missed.
  private func isSettled(_ delivery: Delivery, _ settled: SettledPlace) async -> Bool? {
    do {
      return try await insist(for: nil) { try await settled.covers(delivery) }
    } catch let error as StreamError where [.lost, .unreachable].contains(error.code) {
      return nil
    } catch {
      return false
    }
  }

  /// Does something again and again while the server is lost, or does not answer.
  ///
  /// - Parameter patience: for how long; nil for as long as the worker lives.
  private func insist<Value>(
    for patience: Duration? = stubbornness, _ body: @MainActor () async throws -> Value
  ) async throws -> Value {
    let begin = ContinuousClock.now
    while true {
      do {
        return try await body()
      } catch let error as StreamError where [.lost, .unreachable].contains(error.code) {
        let end = ended.map { max($0, begin) + lastPatience } ?? patience.map { begin + $0 }
        if let end, end < .now { throw error }
        // An error may come at once: a server that is starting does not take what settles an event.
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  /// Sets an event aside, or lets it come again if that fails.
  private func setAside(
    _ delivery: Delivery, _ event: EventMessage, _ streams: Streams, _ status: ExitStatus,
    because reason: String
  ) async -> Delivery.Settlement {
    let failed = failed(delivery, event, status, reason)
    do {
      try await insist { try await FailedEvents(streams).add(failed) }
      return .never
    } catch {
      report("an event that failed cannot be set aside: \(ShellError(error).message)")
      return .again(after: Self.pause(after: delivery.tries))
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
    return Int(hash % UInt32(SharedConsumers.parts))
  }

  /// Tells the server how an event has ended, again and again while it does not answer.
  ///
  /// - Returns: the number of the last delivery that it was told for.
  private func settle(
    _ place: Place, _ settlement: Delivery.Settlement, _ streams: Streams
  ) async -> Int? {
    var told: Int?
    while let latest = underWay[place], latest.number != told {
      do {
        told = try await insist {
          let delivery = underWay[place] ?? latest
          try await delivery.settle(settlement, on: streams.events.connection)
          return delivery.number
        }
        // What has ended for good has ended for a later delivery, too.
        if case .again = settlement { return told }
      } catch {
        // The event comes again, perhaps to another worker, whose run sends the same keys.
        report(
          "the end of event \(place.sequence) could not be told to the server; it will come again")
        if case .again = settlement { return latest.number }
        // A later delivery, which has come meanwhile, is not to be run either.
        return underWay[place]?.number
      }
    }
    return told
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
