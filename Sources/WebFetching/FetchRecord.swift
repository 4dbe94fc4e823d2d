/// Decides which answer counts if an object has several requests.
///
/// Requests are numbered in the order in which they begin. An answer counts unless a request with a higher
/// number was already answered.
struct FetchRecord {
  private(set) var current = 0

  private var begun = 0

  mutating func begin() -> Int {
    begun += 1
    return begun
  }

  /// Decides whether a request's answer counts; if so, earlier requests no longer count.
  mutating func accept(_ number: Int) -> Bool {
    guard number >= current else { return false }
    current = number
    return true
  }

  mutating func forget() { current = begin() }

  /// Throws `CancellationError` if the task was cancelled, whatever the request returns.
  static func perform<Answer>(
    _ request: () async throws -> Answer
  ) async throws -> Answer {
    let answer = try await request()
    try Task.checkCancellation()
    return answer
  }
}
