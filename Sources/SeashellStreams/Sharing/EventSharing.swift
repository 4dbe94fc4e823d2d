import CoreEvents
import CoreLoop
import FoundationEssentials
package import SeashellHosting
package import SeashellKit
import ShellOutput
package import WebAPI

/// Shares the events of an environment that fit its patterns with other shells, until it is stopped.
///
/// What this process posts is published in order. What others publish is posted, unless the API's own feed tells of it
/// too. Neither goes round in a circle: what came from elsewhere is not published.
@MainActor
package final class EventSharing {
  /// How many events may wait to be published, and to be posted.
  static let capacity = 10_000
  /// The first and the longest pause before it connects again.
  private static let pauses = Duration.seconds(1)...Duration.seconds(30)

  private let hub: StreamHub
  private let context: ModuleContext
  private let id: EnvironmentID
  private let targets: RequestTargets
  private let rules: SharedEvents
  private let received: ReceivedEvents
  private let isChosen: @MainActor () -> Bool
  /// Names this process, so that it does not take its own messages for others'.
  private let source = UUID().uuidString
  private var tasks: [Task<Void, Never>] = []
  private var subscription: Subscription?
  /// Whether it has begun to receive what others publish.
  private(set) var isReceiving = false

  /// - Parameters:
  ///   - context: the context of the environment's API.
  ///   - id: the environment.
  ///   - feed: posts changes of data, as it does those of the API's feed; nil to leave them to that feed.
  ///   - isChosen: whether the user has chosen the environment, so that events of no environment are its own.
  ///   - hasFeed: whether the API's feed reports changes of data.
  package init(
    _ context: ModuleContext, _ patterns: [EventPattern], of id: EnvironmentID,
    feed: ChangeFeed?, targets: RequestTargets, isShown: Bool,
    isChosen: @escaping @MainActor () -> Bool, hasFeed: @escaping @MainActor () -> Bool
  ) {
    (self.context, self.id, self.targets) = (context, id, targets)
    (self.isChosen, hub) = (isChosen, .shared(by: context))
    rules = SharedEvents(patterns)
    received = ReceivedEvents(
      context, id, feed: feed, shows: { isShown && isChosen() }, hasFeed: hasFeed)
  }

  /// Begins to collect this process's events, and to connect.
  package func start() {
    let outgoing = Mailbox<OutgoingEvent>(capacity: Self.capacity)
    subscription = context.bus.subscribeAll(excluding: rules.excluded) { [rules] event in
      let origin = EventOrigin.current
      if rules.isShared(event, origin) {
        outgoing.offer(OutgoingEvent(event: event, origin: origin))
      }
    }
    tasks = RequestTargets.$bound.withValue(targets) {
      [Task { [weak self] in await self?.run(outgoing) }]
    }
  }

  package func stop() {
    subscription = nil
    for task in tasks { task.cancel() }
    tasks = []
  }

  private func run(_ outgoing: Mailbox<OutgoingEvent>) async {
    guard let streams = await connect() else { return }
    let incoming = Mailbox<EventMessage>(capacity: Self.capacity)
    let listenings: [StreamListening]
    do { listenings = try await listen(to: streams, incoming) } catch { return fail(error) }
    isReceiving = true
    let missed = streams.events.connection.whenRestored { [weak self] in
      MainLoop.shared.post { self?.received.postGap() }
    }
    await withDiscardingTaskGroup { group in
      group.addTask { [received] in await received.post(incoming) }
      group.addTask { [weak self] in await self?.publish(outgoing, to: streams) }
    }
    withExtendedLifetime((listenings, missed)) {}
  }

  /// Receives what others publish; a lost connection is waited for.
  private func listen(
    to streams: Streams, _ incoming: Mailbox<EventMessage>
  ) async throws -> [StreamListening] {
    while true {
      do {
        return try rules.patterns.map { pattern in
          try streams.events.connection.subscribe(streams.subjects.subjects(of: pattern)) {
            [rules, source] message in
            guard let message = EventMessage(data: message.data, field: { message[$0] }),
              message.source != source, rules.mayReceive(message.event.eventName),
              // Who listens has heard of an event that workers try again.
              message.worker == nil
            else { return }
            incoming.offer(message)
          }
        }
      } catch let error as StreamError where error.code == .lost {
        try await context.clock.sleep(for: Self.pauses.lowerBound)
      }
    }
  }

  /// Connects; returns nil if that is not possible, or this has been stopped.
  private func connect() async -> Streams? {
    var pause = Self.pauses.lowerBound
    var isLost = false
    while !Task.isCancelled {
      do {
        return try await hub.streams(of: id, mayAsk: false)
      } catch let error as ShellError where error.code == .unconnected {
        if !isLost { fail(error, ending: "; trying again") }
        isLost = true
        try? await context.clock.sleep(for: pause)
        pause = min(pause * 2, Self.pauses.upperBound)
      } catch {
        fail(error)
        return nil
      }
    }
    return nil
  }

  private func fail(_ error: any Error, ending: String? = nil) {
    guard !Task.isCancelled, !(error is CancellationError) else { return }
    let error = ShellError(error)
    let rest = ending ?? error.hint.map { "; \($0)" } ?? ""
    context.console.notify("events of \(id) are not shared: \(error.message)\(rest)")
  }

  private func publish(_ outgoing: Mailbox<OutgoingEvent>, to streams: Streams) async {
    var (hasDropped, problem) = (false, "")
    for await batch in outgoing {
      if batch.dropped > 0, !hasDropped {
        hasDropped = true
        context.console.notify("\(batch.dropped) events of \(id) were not shared: too many at once")
      }
      for event in batch.events {
        guard let message = message(of: event) else { continue }
        do {
          try await publish(message, to: streams)
          problem = ""
        } catch {
          let message = ShellError(error).message
          if message != problem { fail(error) }
          problem = message
        }
        if Task.isCancelled { return }
      }
    }
  }

  /// Publishes a message; a lost connection is waited for.
  private func publish(_ message: EventMessage, to streams: Streams) async throws {
    while true {
      do {
        return _ = try await streams.events.publish(
          message.subject(in: id), message.data, fields: message.fields, id: message.id)
      } catch let error as StreamError where [.unreachable, .lost].contains(error.code) {
        try await context.clock.sleep(for: Self.pauses.lowerBound)
      }
    }
  }

  /// The message of an event; nil if it belongs to another environment.
  private func message(of outgoing: OutgoingEvent) -> EventMessage? {
    let cause = outgoing.cause(in: id)
    let isChange = outgoing.event is any DataEvent
    let messageID = isChange ? cause ?? UUID().uuidString : UUID().uuidString
    guard var message = try? EventMessage(id: messageID, of: outgoing.event) else { return nil }
    if case .string(let text)? = message.event.payload["environment"],
      let environment = EnvironmentID(text)
    {
      guard environment == id else { return nil }
    } else {
      guard isChosen() else { return nil }
    }
    message.source = source
    if !isChange { message.cause = cause }
    return message
  }
}

/// An event that waits to be published.
private struct OutgoingEvent: Sendable {
  let event: any Event
  let origin: EventOrigin?

  /// The message id of the change that it is, or that it follows from.
  func cause(in environment: EnvironmentID) -> String? {
    guard case .write(let id, let number)? = origin else { return nil }
    return id.map { "\(environment)/\($0)" } ?? number.uuidString
  }
}
