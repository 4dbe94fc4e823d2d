/// The right to publish an environment's feed, which one of several relays has at a time.
///
/// It is a message of the state's stream, which its holder writes again every few seconds, and which can be
/// replaced only by a relay that has read its last version. Another relay takes over once it has seen no new
/// version for ``Times/patience`` by its own clock. The holder stops earlier: ``Times/validity`` after it began
/// its last successful write. So two relays never publish at once, and no clocks are compared.
@MainActor
final class RelayLease {
  struct Times {
    /// How long a holder rests between two writes without new events.
    var interval = Duration.seconds(3)
    /// How long it rests while there are new events, and how long others rest between two looks.
    var pause = Duration.seconds(1)
    /// How long a holder may publish without a successful write.
    var validity = Duration.seconds(8)
    /// After how long without a new version others take over.
    var patience = Duration.seconds(10)
  }

  private let streams: Streams
  private let holder: String
  private let times: Times
  private let report: @MainActor (String) -> Void
  /// The last version; it outlives a deleted stream.
  private var record = RelayRecord()
  /// The sequence of the last version; 0 if there is none.
  private var version = 0
  private var validUntil = ContinuousClock.now
  private var rest: Task<Void, Never>?

  /// - Parameters:
  ///   - holder: names this relay, and no other one.
  ///   - report: prints a line for the user.
  init(
    _ streams: Streams, holder: String, _ times: Times,
    report: @escaping @MainActor (String) -> Void
  ) {
    (self.streams, self.holder, self.times, self.report) = (streams, holder, times, report)
  }

  /// Whether this relay may publish now.
  var isHeld: Bool { ContinuousClock.now < validUntil }

  /// Waits until this relay may publish, and returns where it goes on.
  ///
  /// - Throws: `ShellError` if that is damaged; `CancellationError`.
  func take() async throws -> RelayPlace {
    var outage = StreamOutage(report)
    var isStandingBy = false
    var (seen, since) = (-1, ContinuousClock.now)
    while true {
      do {
        let last = try await streams.state.message(.last(subject: streams.subjects.relay))
        outage.end()
        let stored = try last.map { try RelayRecord($0) }
        if last?.sequence != seen { (seen, since) = (last?.sequence ?? -1, .now) }
        let isFree = stored?.holder == nil || stored?.holder == holder
        if isFree || since + times.patience <= .now {
          if let stored { record = stored }
          version = last?.sequence ?? 0
          if try await write(record.place, by: holder) { return record.place }
        } else if !isStandingBy {
          isStandingBy = true
          report("standing by: another relay publishes the events of \(streams.environment)")
        }
      } catch let error as StreamError {
        try outage.begin(error)
      }
      try await Task.sleep(for: times.pause)
    }
  }

  /// Writes the place again and again; returns when another relay may take over.
  func keep(_ place: @MainActor () -> RelayPlace) async throws {
    var isSoon = true
    while true {
      try await sleep(min(isSoon ? times.pause : times.interval, validUntil - .now))
      guard isHeld else { return }
      let new = place()
      isSoon = new != record.place
      do {
        guard try await write(new, by: holder) else { return }
      } catch is StreamError {
        isSoon = true
      }
    }
  }

  /// Writes the place soon.
  func hurry() { rest?.cancel() }

  /// Writes the place, and lets another relay take over at once.
  func giveBack(_ place: RelayPlace) async {
    guard isHeld else { return }
    _ = try? await write(place, by: nil)
    validUntil = .now
  }

  /// Writes the place; returns false if another relay was faster.
  private func write(_ place: RelayPlace, by holder: String?) async throws -> Bool {
    let begin = ContinuousClock.now
    record.holder = holder
    record.place = place
    record.count += 1
    do {
      version = try await streams.state.publish(
        streams.subjects.relay, record.data, last: version
      ).sequence
    } catch let error as StreamError where error.code == .conflict {
      // If an answer was lost, the last version is this relay's own.
      let last = try await streams.state.message(.last(subject: streams.subjects.relay))
      guard let last, let stored = try? RelayRecord(last), stored.holder == self.holder else {
        validUntil = .now
        return false
      }
      version = last.sequence
      version = try await streams.state.publish(
        streams.subjects.relay, record.data, last: version
      ).sequence
    }
    validUntil = begin + times.validity
    return true
  }

  /// Sleeps until the time is over or ``hurry()`` is called.
  private func sleep(_ time: Duration) async throws {
    let rest = Task<Void, Never> { try? await Task.sleep(for: time) }
    self.rest = rest
    await withTaskCancellationHandler {
      await rest.value
    } onCancel: {
      rest.cancel()
    }
    try Task.checkCancellation()
  }
}
