/// Shares the events of environments with other machines, by streams of a message server.
@MainActor
package protocol EventStreams {
  /// Publishes the events of the current environment's feed until the task is cancelled, or those of a file.
  ///
  /// - Parameters:
  ///   - file: the path of a file as `events -o jsonl` writes it; nil for the feed.
  ///   - report: prints a line on standard error.
  /// - Throws: `ShellError` if the environment has no stream or no feed, or a line of the file is no event;
  ///   `CancellationError`.
  func relay(from file: String?, report: @escaping @MainActor (String) -> Void) async throws

  /// Takes part in handling a stream's events.
  ///
  /// - Returns: a function that stops it, and returns when the events under way are settled.
  /// - Throws: `ShellError` if the environment has no stream.
  func follow(_ following: SharedFollowing) throws -> @MainActor () async -> Void

  /// Calls a closure with each event that workers of the current environment have set aside, oldest first.
  ///
  /// - Parameter worker: the name of the workers; nil for all.
  /// - Throws: `ShellError` if the environment has no stream, or it cannot be read; what the closure throws.
  func eachFailed(
    of worker: String?, _ body: @MainActor (FailedSharedEvent) throws -> Void) async throws

  /// Returns an event that was set aside, by its number; nil if there is none.
  func failed(_ number: Int) async throws -> FailedSharedEvent?

  /// Hands an event that was set aside to its workers again.
  func retry(_ failed: FailedSharedEvent) async throws

  /// Forgets an event that was set aside.
  func drop(_ failed: FailedSharedEvent) async throws
}
