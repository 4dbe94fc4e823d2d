import SeashellKit

/// The listeners for changes: the client of a handshake or, since 2026-07-28, each open
/// `subscriptions/listen`.
@MainActor
final class ServedListeners {
  private static let maximum = 64

  private let events: ServedEvents
  private let replies: ServingReplies
  /// Whether a client has sent `initialize`, so that it is notified of tools without a subscription.
  var hasClient = false
  private var isSubscribed = false
  private var streams: [(request: ServedRequest, tools: Bool, events: Bool)] = []

  init(_ events: ServedEvents, _ replies: ServingReplies) {
    self.events = events
    self.replies = replies
    events.whenChanged = { [unowned self] in
      notify(
        "notifications/resources/updated", .init("uri", .text(ServedEvents.uri)),
        client: isSubscribed
      ) { $0.events }
    }
  }

  /// Begins or ends the subscription of the client that has sent `initialize`.
  func set(isSubscribed wanted: Bool) throws {
    guard wanted != isSubscribed else { return }
    if wanted { try events.addListener() } else { events.removeListener() }
    isSubscribed = wanted
  }

  /// Opens a stream of changes, which lasts as long as its request is open.
  func open(_ request: ServedRequest) throws {
    guard streams.count < Self.maximum else {
      throw ServingError(-32603, "there are \(Self.maximum) subscriptions already")
    }
    let wanted = request.parameters["notifications"]
    let tools = wanted?["toolsListChanged"]?.booleanValue == true
    let hasEvents =
      wanted?["resourceSubscriptions"]?.listValue?.contains(.text(ServedEvents.uri)) == true
    // Do this before the client is answered, so that its own later changes are noticed.
    if hasEvents { try events.addListener() }
    streams.append((request, tools, hasEvents))
    replies.send(
      "notifications/subscriptions/acknowledged",
      .members([
        "notifications": .members([
          "toolsListChanged": tools ? .boolean(true) : nil,
          "resourceSubscriptions": hasEvents ? .list([.text(ServedEvents.uri)]) : nil,
        ]),
        "_meta": .record([Self.mark(request)]),
      ]), id: nil)
  }

  func cancel(_ id: CellValue) {
    guard let index = streams.firstIndex(where: { $0.request.id == id }) else { return }
    let stream = streams.remove(at: index)
    stream.request.drop()
    if stream.events { events.removeListener() }
  }

  func toolsChanged() {
    notify("notifications/tools/list_changed", nil, client: hasClient) { $0.tools }
  }

  /// Ends all subscriptions, and responds to the requests of open streams.
  func stop() {
    if isSubscribed { events.removeListener() }
    isSubscribed = false
    for stream in streams {
      if stream.events { events.removeListener() }
      stream.request.succeed([], meta: Self.mark(stream.request))
    }
    streams = []
  }

  private func notify(
    _ method: String, _ field: CellValue.Field?, client: Bool,
    where isWanted: ((request: ServedRequest, tools: Bool, events: Bool)) -> Bool
  ) {
    let fields = field.map { [$0] } ?? []
    if client { replies.notify(method, fields.isEmpty ? nil : .record(fields)) }
    for stream in streams where isWanted(stream) {
      replies.notify(
        method, .record(fields + [.init("_meta", .record([Self.mark(stream.request)]))]))
    }
  }

  private static func mark(_ request: ServedRequest) -> CellValue.Field {
    .init("io.modelcontextprotocol/subscriptionId", request.id)
  }
}
