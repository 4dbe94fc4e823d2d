import CoreEvents
package import ShellCommands
import WebAPI
import WebMessages

/// Asks a lost service whether it is back, in growing pauses.
///
/// If the server has an event feed, the feed notices its return too. The first of the two posts
/// `Reconnected`.
@MainActor
package final class ReturnProbe {
  /// The first and the longest pause between two requests.
  static let pauses = Duration.seconds(5)...Duration.seconds(30)

  private let client: EnvironmentClient
  private let offline: OfflineAccess
  private let bus: EventBus
  private let clock: any Clock<Duration>
  private let targets: RequestTargets?
  private var task: Task<Void, Never>?
  private var subscriptions: [Subscription] = []

  /// Creates a probe; ``start()`` activates it.
  ///
  /// - Parameter targets: the environment to ask; nil for the one that the user has chosen.
  package init(_ offline: OfflineAccess, _ bus: EventBus, targets: RequestTargets? = nil) {
    self.targets = targets
    client = offline.client
    clock = offline.clock
    self.offline = offline
    self.bus = bus
  }

  /// Starts asking when the current environment's service is lost.
  package func start() {
    guard offline.storage != nil else { return }
    subscriptions = [
      bus.subscribeOnMain(to: Unconnected.self) { [weak self] _ in self?.follow() },
      bus.subscribeOnMain(to: Reconnected.self) { [weak self] _ in self?.follow() },
      bus.subscribeOnMain(to: EnvironmentChanged.self) { [weak self] _ in self?.follow() },
    ]
    follow()
  }

  package func stop() {
    subscriptions = []
    task?.cancel()
    task = nil
  }

  private func follow() { RequestTargets.$bound.withValue(targets) { ask() } }

  private func ask() {
    task?.cancel()
    task = nil
    guard client.health?.isLost == true else { return }
    let environment = client.environment
    task = Task { [weak self, clock] in
      var pause = Self.pauses.lowerBound
      while (try? await clock.sleep(for: pause)) != nil {
        guard let self, !(await self.hasEnded(environment)) else { return }
        pause = min(pause * 2, Self.pauses.upperBound)
      }
    }
  }

  /// Asks the service once, and returns whether to stop asking.
  private func hasEnded(_ environment: APIEnvironment) async -> Bool {
    guard client.environment == environment, let health = client.health, health.isLost else {
      return true
    }
    guard offline.mode.value == .auto else { return false }
    var request = APIRequest(url: environment.baseURL, method: .head)
    request.authorizes = false
    request.isBackground = true
    request.retry = false
    request.cachePolicy = .reload
    guard let response = try? await request.response(on: client), !Task.isCancelled,
      client.environment == environment, !(502...504).contains(response.statusCode),
      // An answer from another server, such as a network's sign-in page, does not count.
      response.request.url.map(environment.isOrigin) == true
    else { return Task.isCancelled }
    if health.regain() { bus.post(Reconnected(environment: client.environmentID)) }
    return true
  }
}
