/// Gets what a completion source lacks: one thing at a time, and none again at once.
///
/// What it does is nobody's wish but a guess, so that failures stay silent.
@MainActor
public final class CompletionFetch {
  private let clock: any Clock<Duration>
  private let pause: Duration
  private var subject: String?
  private var sinceStart: (() -> Duration)?
  private var task: Task<Void, Never>?

  /// Makes what has nothing to get yet.
  ///
  /// - Parameters:
  ///   - clock: what the pause goes by.
  ///   - pause: how long after a fetch's start the same is not fetched again.
  public init(clock: any Clock<Duration>, pause: Duration = .seconds(5)) {
    self.clock = clock
    self.pause = pause
  }

  deinit { task?.cancel() }

  /// Begins to get something, unless that is under way or was tried a moment ago; what is under way
  /// for another subject is given up.
  ///
  /// - Parameters:
  ///   - subject: what is got, such as a product's id.
  ///   - fetch: gets it and keeps it; it is cancelled where nobody wants it any more, and has to
  ///     look at that before it keeps anything.
  public func start(
    _ subject: String = "", _ fetch: @escaping @MainActor () async throws -> Void
  ) {
    if subject == self.subject {
      guard task == nil, sinceStart.map({ $0() >= pause }) ?? true else { return }
    }
    task?.cancel()
    self.subject = subject
    sinceStart = Self.stopwatch(clock)
    task = Task { [weak self] in
      try? await fetch()
      if !Task.isCancelled { self?.task = nil }
    }
  }

  /// Gives up what is under way; the next start is not put off.
  public func cancel() {
    task?.cancel()
    task = nil
    subject = nil
    sinceStart = nil
  }

  /// Gives the time since now.
  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
