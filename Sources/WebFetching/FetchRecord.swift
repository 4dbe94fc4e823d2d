/// Decides which answer of an object's requests counts.
///
/// Requests have numbers in the order in which they begin. An answer counts if no request with a higher
/// number was answered before.
struct FetchRecord {
  /// The request whose answer is kept.
  private(set) var current = 0

  private var begun = 0

  /// Returns the number of a new request.
  mutating func begin() -> Int {
    begun += 1
    return begun
  }

  /// Whether the answer of a request counts; if so, earlier requests count no longer.
  mutating func accept(_ number: Int) -> Bool {
    guard number >= current else { return false }
    current = number
    return true
  }

  /// What is requested already does not count.
  mutating func forget() { current = begin() }

  /// Returns the answer of a request.
  ///
  /// - Throws: what the request throws; `CancellationError` if the task was cancelled, whatever the
  ///   request returns.
  static func perform<Answer>(
    _ request: () async throws -> Answer
  ) async throws -> Answer {
    let answer = try await request()
    try Task.checkCancellation()
    return answer
  }
}
