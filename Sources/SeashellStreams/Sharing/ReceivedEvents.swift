import CoreEvents
import CoreJSON
import SeashellHosting
import SeashellKit
import ShellOutput
import WebAPI
import WebMessages

/// Posts the events that other processes have published, each once.
@MainActor
final class ReceivedEvents {
  /// Of more events at once only the number is shown.
  private static let mostShown = 100

  private let context: ModuleContext
  private let id: EnvironmentID
  private let feed: ChangeFeed?
  private let shows: @MainActor () -> Bool
  private let hasFeed: @MainActor () -> Bool
  /// The ids of messages, which a relay and a shell may both publish.
  private let recent = RecentEventIDs()

  /// - Parameters:
  ///   - feed: posts changes of data; nil to leave them to the API's feed.
  ///   - shows: whether the user wants to see events of others.
  ///   - hasFeed: whether the API's feed reports changes of data.
  init(
    _ context: ModuleContext, _ id: EnvironmentID, feed: ChangeFeed?,
    shows: @escaping @MainActor () -> Bool, hasFeed: @escaping @MainActor () -> Bool
  ) {
    (self.context, self.id, self.feed) = (context, id, feed)
    (self.shows, self.hasFeed) = (shows, hasFeed)
  }

  /// Posts messages until the mailbox ends or the task is cancelled.
  func post(_ messages: Mailbox<EventMessage>) async {
    for await batch in messages {
      if batch.dropped > 0 { postGap() }
      var (changes, shown): ([FeedEvent], [String]) = ([], [])
      for message in batch.events where message.id.isEmpty || recent.insert(message.id) {
        if SharedEvents.isChange(message.event.eventName) {
          if let change = change(in: message) { changes.append(change) }
          continue
        }
        guard !isPostedAnyway(message) else { continue }
        await post(&changes)
        EventOrigin.$current.withValue(.elsewhere) { context.bus.post(message.event) }
        shown.append(Self.line(message.event))
      }
      await post(&changes)
      await feed?.take([], of: context.client.environment.name)
      if shows() { show(shown) }
    }
  }

  /// Posts that events may have been missed.
  func postGap() {
    EventOrigin.$current.withValue(.elsewhere) {
      context.bus.post(DataInvalidated(environment: id))
    }
  }

  private func post(_ changes: inout [FeedEvent]) async {
    guard let feed, !changes.isEmpty else { return }
    await feed.take(changes, of: context.client.environment.name)
    changes = []
  }

  /// The change of data in a message; nil if it is none, or if the API's feed will report it.
  private func change(in message: EventMessage) -> FeedEvent? {
    let feedID = message.feedID(in: id)
    if feedID == nil, hasFeed() { return nil }
    let content = message.event.payload
    func text(_ key: String) -> String? {
      if case .string(let text)? = content[key] { text } else { nil }
    }
    return FeedEvent(
      id: feedID, name: message.event.eventName, resource: text("resource"), item: text("id"),
      record: content["record"])
  }

  /// Whether a module of this process posts the event too, since it gets to know of the change that caused it.
  private func isPostedAnyway(_ message: EventMessage) -> Bool {
    guard let cause = message.cause, isKnown(message.event.eventName) else { return false }
    return hasFeed() || recent.contains(cause)
  }

  private func isKnown(_ name: String) -> Bool {
    context.bus.knownTypes.contains { $0.name == name }
  }

  private func show(_ lines: [String]) {
    guard lines.count <= Self.mostShown else {
      return context.console.notify("elsewhere: \(lines.count) events")
    }
    for line in lines { context.console.notify(line) }
  }

  /// An event in one line, escaped for a terminal: `elsewhere: shop.opened floor=2`.
  private static func line(_ event: DynamicEvent) -> String {
    var line = "elsewhere: \(event.eventName)"
    guard case .object(let fields) = event.payload else { return line }
    for (name, value) in fields.prefix(5) where name != "record" && name != "environment" {
      let text: String
      switch value {
      case .string(let string): text = string
      case .object, .array, .null: continue
      default: text = String(decoding: value.jsonBytes, as: UTF8.self)
      }
      line += " \(name.prefix(40))=\(text.prefix(60))"
    }
    return TerminalText.escaped(line)
  }
}

extension EventMessage {
  /// The id in the environment's feed, if the message's id has one: `12` of `shop:live/12`.
  func feedID(in environment: EnvironmentID) -> String? {
    let prefix = "\(environment)/"
    return id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
  }
}
