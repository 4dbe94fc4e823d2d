package import ShellCommands
import CoreEvents
package import WebAPI

/// Brings what others do to a shop's data to those who listen here, and to the user.
///
/// Where the changes come from is not its concern: a file that is watched, or a server's feed. They
/// come in looks, each of some batches: all are posted at once, and the user is told when the look is
/// over, since only then it is known whether it was a storm.
@MainActor
package final class ChangeFeed {
  /// How many changes are told before other work of the main actor has its turn.
  private static let turn = 500

  private let client: EnvironmentClient
  private let bus: EventBus
  private let console: (any Console)?
  private var look = FeedLook()

  /// Makes a feed that has nothing to tell yet.
  ///
  /// - Parameters:
  ///   - client: knows the environment that is chosen, and what it has announced itself.
  ///   - bus: gets the changes as events.
  ///   - console: is told of each of them in a line, and of a storm in one; nil where nobody is told.
  package init(client: EnvironmentClient, bus: EventBus, console: (any Console)?) {
    self.client = client
    self.bus = bus
    self.console = console
  }

  /// Makes a feed of what a module is given.
  ///
  /// - Parameter notifies: whether the user is told of each change.
  package convenience init(_ context: ModuleContext, notifies: Bool = true) {
    self.init(
      client: context.client, bus: context.bus, console: notifies ? context.console : nil)
  }

  /// Posts changes, and tells of them when a look is over.
  ///
  /// - Parameters:
  ///   - events: the changes, in their order; an empty batch ends the look.
  ///   - environment: the name of the environment whose data has changed; where it is not the one
  ///     that is chosen, nothing happens.
  package func take(_ events: [FeedEvent], of environment: String) async {
    for start in stride(from: 0, to: events.count, by: Self.turn) {
      if start > 0 { await Task.yield() }
      guard isWanted(environment) else { return }
      let announced = client.announced
      for event in events[start..<min(start + Self.turn, events.count)] {
        // After a gap the server's history may be another one, which gives its ids anew.
        if event.isGap { announced?.removeAll() }
        if let id = event.id, announced?.insert(id) == false { continue }
        post(event.change)
        look.add(event.change)
      }
    }
    if events.isEmpty, isWanted(environment) {
      if let console { for line in look.lines { console.notify(line) } }
      look = FeedLook()
    }
    // Whoever brings changes may have the next ones at hand.
    await Task.yield()
  }

  /// Whether anyone wants to know: the user may have chosen another environment meanwhile.
  private func isWanted(_ environment: String) -> Bool {
    if client.environment.name == environment, !Task.isCancelled { return true }
    look = FeedLook()
    return false
  }

  private func post(_ change: FeedEvent.Change) {
    switch change {
    case .inserted(let event): bus.post(event)
    case .updated(let event): bus.post(event)
    case .deleted(let event): bus.post(event)
    case .invalidated(let event): bus.post(event)
    }
  }
}

extension FeedEvent {
  /// Whether it says that the feed could not tell everything.
  fileprivate var isGap: Bool {
    if case .invalidated(let event) = change { event.resource == nil } else { false }
  }
}
