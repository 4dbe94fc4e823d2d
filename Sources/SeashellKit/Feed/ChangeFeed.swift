import ShellCommands
import CoreEvents
import ShellOutput
import WebAPI
package import WebMessages

/// Posts other users' changes to the data as events, and reports them to the user.
///
/// The changes come from a watched file or from a server's feed, in runs of several batches. Their events
/// are posted at once. At the end of a run the user gets a report: a line for each change, or one line if
/// there are many.
@MainActor
package final class ChangeFeed {
  /// The number of changes posted before other work on the main actor gets a turn.
  private static let batchSize = 500

  private let client: EnvironmentClient
  private let bus: EventBus
  private let console: (any Console)?
  private let isShown: @MainActor () -> Bool
  private var summary = ChangeSummary()

  /// Creates a feed.
  ///
  /// - Parameters:
  ///   - client: knows the current environment and the ids of the events that it posted itself.
  ///   - bus: the bus to post events on.
  ///   - console: prints the report; nil prints none.
  ///   - isShown: returns whether the user wants to see the changes now.
  init(
    client: EnvironmentClient, bus: EventBus, console: (any Console)?,
    isShown: @escaping @MainActor () -> Bool = { true }
  ) {
    self.isShown = isShown
    self.client = client
    self.bus = bus
    self.console = console
  }

  /// Creates a feed with a module's context.
  ///
  /// - Parameters:
  ///   - notifies: whether to report changes to the user.
  ///   - isShown: returns whether the user wants to see the changes now.
  package convenience init(
    _ context: ModuleContext, notifies: Bool = true,
    isShown: @escaping @MainActor () -> Bool = { true }
  ) {
    self.init(
      client: context.client, bus: context.bus, console: notifies ? context.console : nil,
      isShown: isShown)
  }

  /// Posts a batch of changes.
  ///
  /// - Parameters:
  ///   - events: the changes, in order; an empty batch ends the run.
  ///   - environment: the name of the environment whose data has changed. If it is not the current one, the
  ///     changes are ignored.
  /// - Returns: the number of posted events, without those that the client had already posted itself.
  @discardableResult
  package func take(_ events: [FeedEvent], of environment: String) async -> Int {
    var posted = 0
    for start in stride(from: 0, to: events.count, by: Self.batchSize) {
      if start > 0 { await Task.yield() }
      guard isCurrent(environment) else { return posted }
      let announced = client.announced
      for event in events[start..<min(start + Self.batchSize, events.count)] {
        // After a gap the server may have lost its history, and use its ids again.
        if event.isGap { announced?.removeAll() }
        if let id = event.id, announced?.insert(id) == false { continue }
        EventOrigin.$current.withValue(.elsewhere) {
          bus.post(event.change.event(in: client.environmentID))
        }
        posted += 1
        if !client.ownWrites.take(event.change) { summary.add(event.change) }
      }
    }
    if events.isEmpty, isCurrent(environment) {
      if let console, isShown() { for line in summary.lines { console.notify(line) } }
      summary = ChangeSummary()
    }
    // The caller may have its next batch ready.
    await Task.yield()
    return posted
  }

  /// Returns false, and discards the run, if the user has chosen another environment since.
  private func isCurrent(_ environment: String) -> Bool {
    if client.environment.name == environment, !Task.isCancelled { return true }
    summary = ChangeSummary()
    return false
  }
}

private struct ChangeSummary {
  /// With more changes than this, one line counts them all.
  static let limit = 100

  private var count = 0
  private var first: [String] = []
  private var last: DataChange?

  mutating func add(_ change: DataChange) {
    count += 1
    last = change
    // A longer run is only counted, so its further lines are not needed.
    guard count <= Self.limit else { return }
    let (subject, verb, participle) = change.words
    first.append("elsewhere: \(subject) \(verb) \(participle)")
  }

  /// The lines, escaped for a terminal.
  var lines: [String] {
    guard count > Self.limit, let last else { return first }
    return ["elsewhere: \(count) changes, the last one of \(last.words.subject)"]
  }
}
