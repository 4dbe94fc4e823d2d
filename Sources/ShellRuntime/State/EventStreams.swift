/// Shares the events of environments with other machines, by streams of a message server.
@MainActor
package protocol EventStreams {
  /// Publishes the events of the current environment's feed until the task is cancelled, or those of a file.
  ///
  /// - Parameter file: the path of a file as `events -o jsonl` writes it; nil for the feed.
  /// - Throws: `ShellError` if the environment has no stream or no feed, or a line of the file is no event;
  ///   `CancellationError`.
  func relay(from file: String?) async throws
}
