import CoreLoop
package import FoundationEssentials
package import ShellOutput
import WebAPI
package import WebMessages

/// Posts the events of a server's feed one at a time, and records on disk which one was finished last.
///
/// An event is posted when everything that the previous one started has finished and its id is on disk. So
/// after a restart, even after `kill -9`, no event is missing, and at most one is repeated.
///
/// The ids of events that started nothing are written only now and then, since repeating these events does
/// nothing.
@MainActor
package final class DurableFeed: OrderedFeed {
  /// The shell ends, or another environment is chosen, before an event is finished, which will be
  /// delivered again after a restart.
  struct Ended: Error {}

  /// The number of events without effect that may be posted before an id is written.
  static let interval = 100

  private let context: ModuleContext
  private let feed: ChangeFeed
  private let name: String
  private let settle:
    @MainActor (_ report: @escaping @MainActor (_ hasStarted: Bool) async -> Void) -> Void
  private let reportFailure: @MainActor (ShellError) -> Void
  private var file: EventCursorFile?
  private var environment: APIEnvironment?
  /// The id of the last finished event; it may be newer than the one on disk.
  package private(set) var lastID: String?
  package let purpose = "--durable"
  package let waitsForSession = true
  private var unwritten = 0
  /// Whether the next id must be written at once, because its event has started something.
  private var mustWrite = false
  /// Waits until the posted event is finished.
  private var waiting: Waiter<Void, any Error>?
  private var turn = 0

  /// Creates a feed; ``open(_:)`` finds its place.
  ///
  /// - Parameters:
  ///   - context: the module's context.
  ///   - feed: posts the events.
  ///   - name: the name under which the place is kept.
  ///   - settle: reports when everything that the events so far have started is finished, and whether they started
  ///     anything since the last report. It never reports if the shell ends first. The report returns when the event's id
  ///     is on disk, if it is needed there, or could not be written.
  ///   - fail: called if the feed cannot go on without missing an event.
  package init(
    _ context: ModuleContext, feed: ChangeFeed, name: String,
    settle:
      @escaping @MainActor (
        _ report: @escaping @MainActor (_ hasStarted: Bool) async -> Void
      ) -> Void,
    fail: @escaping @MainActor (ShellError) -> Void
  ) {
    self.context = context
    self.feed = feed
    self.name = name
    self.settle = settle
    reportFailure = fail
  }

  /// Reads and locks the position in an environment's feed, unless it is open already.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if the position cannot be read or locked.
  package func open(_ environment: APIEnvironment) throws {
    guard environment != self.environment else { return }
    try close()
    let file: EventCursorFile
    do {
      file = try EventCursorFile(
        name, of: environment.name, in: context.directories.state)
    } catch {
      throw ShellError(error)
    }
    // Events that were posted before this feed began are not finished.
    context.client.announced?.removeAll()
    (self.file, self.environment, lastID) = (file, environment, file.id)
  }

  /// Writes the id of the last finished event, and releases the position's file.
  ///
  /// - Throws: an error if the id cannot be written.
  package func close() throws {
    waiting.take()?.settle(.failure(Ended()))
    defer { (file, environment, lastID, unwritten, mustWrite) = (nil, nil, nil, 0, false) }
    defer { file?.close() }
    if let lastID { try keepingPlace { try file?.write(lastID) } }
  }

  /// Takes the next bytes of the stream, and returns when all their events are finished.
  ///
  /// An event whose id could not be kept, or sent to resume, is not posted.
  package func take(_ piece: Data, _ parser: inout ServerSentEventParser) async throws {
    guard let environment else { throw Ended() }
    var line: [UInt8] = []
    for byte in piece {
      line.append(byte)
      // Line by line: an id without an event applies to the events after it, not to those before.
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
      let events = try parser.parse(line)
      line.removeAll(keepingCapacity: true)
      guard parser.lastID == parser.resumableID else {
        throw ShellError(
          .unavailable,
          "the event feed of \(environment.name) sends an event whose id has control characters",
          hint: "no request could resume after it, so the event was not handled")
      }
      for event in events {
        if let event = FeedEvent(event) {
          try await finish(event, upTo: parser.lastID, of: environment)
        }
      }
      try await advance(to: parser.lastID)
    }
    _ = try parser.parse(line)
    await feed.take([], of: environment.name)
  }

  package func reportGap(_ reason: String) {
    context.console.notify(
      "events\(lastID.map { " after \($0)" } ?? "") may be missing: \(reason)")
  }

  /// Stops permanently, and reports the error.
  package func fail(_ error: any Error) {
    try? close()
    reportFailure(ShellError(error))
  }

  private func finish(
    _ event: FeedEvent, upTo id: String?, of environment: APIEnvironment
  ) async throws {
    if event.isGap {
      reportGap("the server no longer has them")
      mustWrite = true
    }
    guard !Task.isCancelled else { throw Ended() }
    let isNew = await feed.take([event], of: environment.name) > 0
    guard environment == self.environment else { throw Ended() }
    // An event that the client posted itself may not have reached the main actor yet.
    context.bus.deliverPending()
    turn += 1
    let finished = Waiter<Void, any Error>()
    waiting = finished
    settle { [weak self, turn] hasStarted in
      guard let self, turn == self.turn, let waiting = waiting.take() else { return }
      // The client had already posted this event itself. What it started has finished now, too.
      if hasStarted || !isNew { mustWrite = true }
      unwritten += 1
      do {
        try await advance(to: id)
        waiting.settle()
      } catch {
        waiting.settle(.failure(error))
      }
    }
    try await finished.value()
  }

  /// Notes that an event is finished, before it suspends, and writes its id if need be.
  private func advance(to id: String?) async throws {
    guard let id, id != lastID else { return }
    lastID = id
    guard let file, mustWrite || file.id == nil || unwritten >= Self.interval else { return }
    let result = await offMain { Result { try file.write(id) } }
    try keepingPlace(result.get)
    (unwritten, mustWrite) = (0, false)
  }

  private func keepingPlace(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw ShellError(error).prefixed("the place '\(name)' cannot be kept: ")
    }
  }
}
