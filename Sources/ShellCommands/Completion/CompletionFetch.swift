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
  /// Is called when what is under way has come; who asked last is told.
  private var whenAnswered: @MainActor @Sendable () -> Void = {}

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
  ///   - query: what it is lacked for; the Tab that asked is answered as soon as it has come.
  ///   - fetch: gets it and keeps it; it is cancelled where nobody wants it any more, and has to
  ///     look at that before it keeps anything.
  public func start(
    _ subject: String = "", for query: CompletionQuery,
    _ fetch: @escaping @MainActor () async throws -> Void
  ) {
    whenAnswered = query.whenAnswered
    if subject == self.subject {
      guard task == nil, sinceStart.map({ $0() >= pause }) ?? true else { return }
    }
    task?.cancel()
    self.subject = subject
    sinceStart = Self.stopwatch(clock)
    task = Task { [weak self] in
      try? await fetch()
      guard !Task.isCancelled, let self else { return }
      self.task = nil
      self.whenAnswered()
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
