/// Fetches missing data for a completion source, one subject at a time.
///
/// It waits for a pause before it fetches the same subject again, and it ignores errors, since the user asked
/// for completion and not for a request.
@MainActor
public final class CompletionFetch {
  private let clock: any Clock<Duration>
  private let pause: Duration
  private var subject: String?
  private var sinceStart: (() -> Duration)?
  private var task: Task<Void, Never>?
  /// Called when the current fetch is done; set by the last query that waits for it.
  private var whenAnswered: @MainActor @Sendable () -> Void = {}

  /// Creates an idle prefetcher.
  ///
  /// - Parameters:
  ///   - clock: the clock that measures the pause.
  ///   - pause: the minimum time between the starts of two fetches of the same subject.
  public init(clock: any Clock<Duration>, pause: Duration = .seconds(5)) {
    self.clock = clock
    self.pause = pause
  }

  deinit { task?.cancel() }

  /// Starts to fetch a subject, unless its last fetch is still running or started less than a pause ago.
  ///
  /// Cancels a running fetch of another subject.
  ///
  /// - Parameters:
  ///   - subject: what to fetch, such as a product's id.
  ///   - query: the query that needs it. The shell asks for its candidates again after the fetch.
  ///   - delay: how long to wait before the fetch begins; another subject that is needed meanwhile takes its place.
  ///   - fetch: fetches and stores the subject. It must check for cancellation before it stores.
  public func start(
    _ subject: String = "", for query: CompletionQuery, after delay: Duration = .zero,
    _ fetch: @escaping @MainActor () async throws -> Void
  ) {
    whenAnswered = query.whenAnswered
    if subject == self.subject {
      guard task == nil, sinceStart.map({ $0() >= pause }) ?? true else { return }
    }
    task?.cancel()
    self.subject = subject
    sinceStart = Self.stopwatch(clock)
    let started = Task { [weak self, clock] in
      if delay > .zero { try? await clock.sleep(for: delay) }
      guard !Task.isCancelled else { return }
      try? await CompletionTask.$isCurrent.withValue(true) { try await fetch() }
      guard !Task.isCancelled, let self else { return }
      self.task = nil
      self.whenAnswered()
    }
    task = started
    query.whenFetching?(started)
  }

  /// Cancels the running fetch; the next ``start(_:for:after:_:)`` does not wait for the pause.
  public func cancel() {
    task?.cancel()
    task = nil
    subject = nil
    sinceStart = nil
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// Tells tasks that fetch data for completion from others.
package enum CompletionTask {
  /// Whether the current task fetches data for completion: the user has not asked for a request, and is asked
  /// nothing.
  @TaskLocal package static var isCurrent = false
}
