import CoreLoop
import SeashellKit
import SeashellStreams
import ShellCommands
import ShellRuntime

/// Posts an event for each change that other users make to the data, while at least one caller follows.
///
/// It follows the environment that the user has chosen, and those of rules, which stay where they began.
/// The changes come from other processes that use the embedded API, from a server's event feed, and from the
/// stream on which shells share their events. While a caller follows an environment durably, its changes come
/// from the feed only, even for the embedded API, and their events are posted one by one for all callers.
@MainActor
final class ExternalChanges {
  private let apis: APIRegistry
  private let embedded: EmbeddedAPI?
  private let notifies: Bool
  private var followers = 0
  private var pins: [(targets: RequestTargets, report: ShellHost.FeedReport?)] = []
  private var durable: (request: DurableFollowing, feed: DurableFeed)?
  private var followed: [Following] = []
  private var switches: Subscription?

  /// - Parameter notifies: whether the console prints a line for each change, as at a prompt.
  init(_ apis: APIRegistry, embedded: EmbeddedAPI?, notifies: Bool) {
    self.apis = apis
    self.embedded = embedded
    self.notifies = notifies
  }

  /// Posts changes until this caller, and all others, have stopped following.
  ///
  /// - Returns: a closure that stops following; call it once.
  func follow() -> @MainActor () -> Void {
    followers += 1
    update()
    return {
      self.followers -= 1
      self.update()
    }
  }

  /// Posts the changes of an environment one by one, and records the position on disk, until the
  /// caller has stopped following.
  ///
  /// Only one caller can follow durably. Call the returned closure once to stop. Throws if the
  /// position cannot be read or locked.
  func follow(_ request: DurableFollowing) throws -> @MainActor () -> Void {
    let connection = connection(of: request.targets)
    let feed = DurableFeed(
      connection.api.context, feed: ChangeFeed(connection.api.context, notifies: notifies),
      name: request.name, settle: request.settle, fail: request.fail)
    let targets = connection.targets
    try RequestTargets.$bound.withValue(targets) { try feed.open(connection.to.environment) }
    // The existing feed of the environment would post its changes a second time.
    stop { $0.connection.to === connection.to }
    (durable, followers) = ((request, feed), followers + 1)
    update()
    return {
      self.stop { $0.isDurable }
      (self.durable, self.followers) = (nil, self.followers - 1)
      self.update()
      do { try feed.close() } catch { request.fail(ShellError(error)) }
    }
  }

  /// Follows the environment of a rule or of `watch` as well, while anything is followed.
  ///
  /// - Parameter report: receives whether there is a source of changes, instead of the user.
  /// - Returns: a closure that stops this; call it once.
  func pin(
    _ targets: RequestTargets, telling report: ShellHost.FeedReport? = nil
  ) -> @MainActor () -> Void {
    pins.append((targets, report))
    update()
    let connection = connection(of: targets)
    if let hasFeed = followed.first(where: { $0.connection.to === connection.to })?.hasFeed {
      report?(hasFeed)
    }
    return {
      if let index = self.pins.firstIndex(where: { $0.targets === targets }) {
        self.pins.remove(at: index)
      }
      self.update()
    }
  }

  /// Calls the reports of an environment's pins with whether it has a source of changes; returns false if there are
  /// none.
  private func report(_ hasFeed: Bool, of connection: Connection) -> Bool {
    let reports = pins.filter { self.connection(of: $0.targets).to === connection.to }
      .compactMap(\.report)
    for report in reports { report(hasFeed) }
    return !reports.isEmpty
  }

  private func connection(of targets: RequestTargets) -> Connection {
    let api = apis.known(targets.api) ?? apis.own
    return Connection(
      api: api, to: RequestTargets.$bound.withValue(targets) { api.client.connection })
  }

  /// Starts and stops feeds so that exactly the required ones run.
  private func update() {
    guard followers > 0 else {
      stop { _ in true }
      switches = nil
      return
    }
    if switches == nil {
      switches = apis.own.context.bus.subscribeOnMain(to: EnvironmentChanged.self) {
        [weak self] _ in self?.update()
      }
    }
    let pinned = pins.map { connection(of: $0.targets) }
    var wanted = pinned
    if let durable { wanted.append(connection(of: durable.request.targets)) }
    if followers > (durable == nil ? 0 : 1) || notifies || wanted.isEmpty {
      wanted.append(Connection(api: apis.chosenAPI, to: apis.chosenAPI.client.chosen))
    }
    stop { following in !wanted.contains { $0.to === following.connection.to } }
    for connection in wanted where !followed.contains(where: { $0.connection.to === connection.to })
    {
      let isDurable =
        durable.map { self.connection(of: $0.request.targets).to === connection.to } ?? false
      // Unless it was asked for, no request goes to another API, which may not have a feed. At a prompt the
      // first follower is the program itself.
      let isAsked =
        isDurable || !notifies || followers > 1 || pinned.contains { $0.to === connection.to }
      guard connection.api.isOwn || isAsked else { continue }
      followed.append(
        Following(
          connection, durable: isDurable ? durable?.feed : nil,
          embedded: connection.api.isOwn ? embedded : nil, notifies: notifies
        ) { [weak self] in self?.report($0, of: connection) ?? false })
    }
  }

  private func stop(where isOver: (Following) -> Bool) {
    for following in followed where isOver(following) { following.stop() }
    followed.removeAll(where: isOver)
  }
}

@MainActor
private struct Connection {
  let api: API
  let to: EnvironmentConnection

  var targets: RequestTargets { RequestTargets(api: api.name, targets: [api.name: to]) }
}

/// Follows the changes in one environment, from its creation until it is stopped.
@MainActor
private final class Following {
  let connection: Connection
  let isDurable: Bool
  /// Whether there is a source of changes, once that is known.
  private(set) var hasFeed: Bool?
  private let follower: FeedFollower
  private let probe: ReturnProbe
  private var watch: Task<Void, Never>?
  private var sharing: EventSharing?

  init(
    _ connection: Connection, durable: DurableFeed?, embedded: EmbeddedAPI?, notifies: Bool,
    report: @escaping @MainActor (_ hasFeed: Bool) -> Bool
  ) {
    self.connection = connection
    let context = connection.api.context
    let (targets, name) = (connection.targets, connection.to.name)
    isDurable = durable != nil
    // Changes of an environment that the user has left are for its rules only, and are not shown.
    let isChosen = { @MainActor in context.apis.chosenAPI.client.chosen === connection.to }
    let feed = ChangeFeed(context, notifies: notifies, isShown: isChosen)
    follower = FeedFollower(
      context, feed: feed, ordered: durable, isAsked: !notifies, targets: targets
    ) { [isDurable] in isDurable || !$0.isEmbedded }
    probe = ReturnProbe(context.offline, context.bus, targets: targets)
    if !isDurable, let embedded, connection.to.environment.isEmbedded {
      // A caller that is told that it follows must miss no change; at a prompt, nothing may delay the first line.
      let begun = notifies ? nil : embedded.beginWatch()
      watch = RequestTargets.$bound.withValue(targets) {
        Task {
          let report = if let begun { begun } else { await offMain { embedded.beginWatch() } }
          await report { await feed.take($0, of: name) }
        }
      }
    }
    follower.whenKnown = { [weak self] in
      self?.hasFeed = $0
      return report($0)
    }
    follower.start()
    probe.start()
    if let patterns = connection.to.environment.events?.shared, !patterns.isEmpty {
      sharing = EventSharing(
        context, patterns, of: context.client.environmentID(of: connection.to.environment),
        // A durable feed posts changes of data itself, one by one.
        feed: isDurable ? nil : ChangeFeed(context, notifies: notifies, isShown: isChosen),
        targets: targets, isShown: notifies, isChosen: isChosen,
        hasFeed: { [weak self] in self?.hasFeed == true })
      sharing?.start()
    }
  }

  func stop() {
    sharing?.stop()
    watch?.cancel()
    follower.stop()
    probe.stop()
  }
}
