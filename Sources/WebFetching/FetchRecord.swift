import FoundationEssentials
import Observation

/// Decides which answer of an object's requests counts, and knows what became of them.
///
/// Requests have numbers in the order in which they begin. An answer counts if no request with a higher
/// number was answered before.
@Observable @MainActor
final class FetchRecord {
  private(set) var lastUpdated: Date?
  private(set) var loadingError: (any Error)?

  /// The newest running request.
  private var loading: Int?
  @ObservationIgnored private var begun = 0
  @ObservationIgnored private var answered = 0
  @ObservationIgnored private var sinceUpdate: (() -> Duration)?
  @ObservationIgnored private var fetch: Task<Void, any Error>?
  private let clock: any Clock<Duration>

  init(_ clock: any Clock<Duration>) {
    self.clock = clock
  }

  var isLoading: Bool { loading != nil }
  var isFetching: Bool { fetch != nil }
  var age: Duration? { sinceUpdate?() }

  /// The request whose answer is kept.
  var current: Int { answered }

  /// Returns the number of a new request.
  func begin() -> Int {
    begun += 1
    return begun
  }

  /// Performs a request, in the caller's task.
  ///
  /// - Throws: what the request throws; `CancellationError` if the task was cancelled, whatever the
  ///   request returns.
  func perform<Answer>(
    _ number: Int, _ request: () async throws -> Answer
  ) async throws -> Answer {
    if number >= max(answered, loading ?? 0) { loading = number }
    defer { if loading == number { loading = nil } }
    do {
      let answer = try await request()
      try Task.checkCancellation()
      return answer
    } catch {
      if !(error is CancellationError), !Task.isCancelled, number >= answered {
        loadingError = error
      }
      throw error
    }
  }

  /// Whether the answer of a request counts; if so, earlier requests count no longer.
  func accept(_ number: Int) -> Bool {
    guard number >= answered else { return false }
    answered = number
    lastUpdated = Date()
    sinceUpdate = Self.stopwatch(clock)
    loadingError = nil
    return true
  }

  /// Runs a fetch in a task of its own, and waits for it; cancels the one before.
  func overtake(_ body: @escaping @MainActor () async throws -> Void) async {
    fetch?.cancel()
    let task = Task { try await body() }
    fetch = task
    _ = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    if fetch == task { fetch = nil }
  }

  /// Cancels the running fetch, and forgets everything; what is requested already does not count.
  func forget() {
    fetch?.cancel()
    fetch = nil
    answered = begin()
    lastUpdated = nil
    sinceUpdate = nil
    loading = nil
    loadingError = nil
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
