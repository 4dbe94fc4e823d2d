package import FoundationEssentials
package import WebMessages

/// Handles the events of a server's feed in their order, and knows the last one, so that none is missed over
/// a restart.
@MainActor
package protocol OrderedFeed: AnyObject {
  /// The id to resume after; nil to begin with new events.
  var lastID: String? { get }

  /// What needs the events, for messages: `--durable`.
  var purpose: String { get }

  /// Whether it waits for a session where the feed needs one; otherwise it fails.
  var waitsForSession: Bool { get }

  /// Prepares for the feed of an environment, before it is connected.
  func open(_ environment: APIEnvironment) throws

  /// Takes the next bytes of the stream; until it returns, no more are read.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if no event may follow. Any other error reconnects the feed, unless its
  ///   task is cancelled.
  func take(_ piece: Data, _ parser: inout ServerSentEventParser) async throws

  /// Reports that events after ``lastID`` may be missing.
  func reportGap(_ reason: String)

  /// Ends, since it would miss events from now on.
  func fail(_ error: any Error)
}
