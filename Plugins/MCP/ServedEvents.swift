import SeashellHosting
import SeashellKit
import FoundationEssentials

/// The resource `seashell://events`: the latest events, and notifications of new ones.
@MainActor
final class ServedEvents {
  static let uri = "seashell://events"

  /// The time for which events are collected before the client is notified once for all.
  private static let pause = Duration.milliseconds(200)

  var whenChanged: () -> Void = {}

  private let log: EventLog
  private let bus: EventBus
  private let clock: any Clock<Duration>
  private let follow: @MainActor () throws -> @MainActor () -> Void
  private var listeners = 0
  private var subscription: Subscription?
  private var stopFollowing: (@MainActor () -> Void)?
  private var telling: Task<Void, Never>?

  /// `follow` starts posting other users' changes, and returns a closure that stops it.
  init(
    _ bus: EventBus, clock: any Clock<Duration>,
    follow: @escaping @MainActor () throws -> @MainActor () -> Void
  ) {
    self.bus = bus
    self.clock = clock
    self.follow = follow
    log = EventLog(bus: bus, excluding: [CommandFinished.self])
  }

  static let description = CellValue.members([
    "uri": .text(uri), "name": .text("events"),
    "description": .text(
      "The last 1,000 events of the shell, the oldest first: data was inserted, updated or deleted, "
        + "a session ended, a module was loaded."),
    "mimeType": .text("application/json"),
  ])

  /// Throws if an event cannot be encoded.
  func json() throws -> String {
    CellValue.list(
      try log.entries.map { entry in
        .members([
          "time": .date(Date(timeIntervalSince1970: entry.time)), "event": .text(entry.name),
          "details": CellValue(try entry.event.content()),
        ])
      }
    ).jsonText
  }

  /// Adds a listener; balance it with ``removeListener()``, unless it throws.
  func addListener() throws {
    if listeners == 0 { stopFollowing = try follow() }
    listeners += 1
    guard listeners == 1 else { return }
    subscription = bus.subscribeAllOnMain(excluding: [CommandFinished.self]) { [weak self] _ in
      self?.eventCame()
    }
  }

  func removeListener() {
    listeners -= 1
    guard listeners == 0 else { return }
    subscription?.cancel()
    stopFollowing?()
    telling?.cancel()
    (subscription, stopFollowing, telling) = (nil, nil, nil)
  }

  private func eventCame() {
    guard telling == nil else { return }
    telling = Task { [clock] in
      guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
      telling = nil
      whenChanged()
    }
  }
}
