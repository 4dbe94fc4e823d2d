import Glibc
package import ShopBackend
import Synchronization
import WebAPI

/// The shop over HTTP.
///
/// One thread reads requests and sends answers (`EventLoop`). More threads would only meet again before
/// the shop, which answers one request after the other.
package final class ShopServer: Sendable {
  /// How many descriptors are left to everything but connections.
  private static let otherDescriptors = 64

  /// How many connections a server needs.
  private static let fewestConnections = 8

  /// Up to which size an answer is not counted among those that are held for clients.
  private static let smallAnswer = 64 << 10

  let shop: Shop
  let settings: ShopServerSettings
  let log: (@Sendable (AccessRecord) -> Void)?
  let failures: FailurePlan
  let clock: any Clock<Duration>
  let requests = InFlightCounter()
  let bodies: BodyBudget
  let answers: BodyBudget

  private struct State {
    var inbox: LoopInbox?
    var hosts: HostPolicy?
  }

  private let state = Mutex(State())

  /// Makes a server; it listens once it is started.
  ///
  /// - Parameters:
  ///   - shop: answers.
  ///   - settings: where and within which bounds.
  ///   - clock: what delays and bounds of ``stop(within:)`` go by.
  ///   - log: is told of each request when it is over, on the server's thread: it must not wait.
  package init(
    _ shop: Shop, _ settings: ShopServerSettings = ShopServerSettings(),
    clock: any Clock<Duration> = ContinuousClock(),
    log: (@Sendable (AccessRecord) -> Void)? = nil
  ) {
    self.shop = shop
    self.settings = settings
    self.clock = clock
    self.log = log
    bodies = BodyBudget(settings.maximumBodies)
    answers = BodyBudget(settings.maximumAnswers)
    failures = FailurePlan(rate: settings.failures)
  }

  /// Whether a host is reached from this machine alone.
  ///
  /// - Throws: ``ShopServerError`` where it is not found.
  package static func isLoopback(_ host: String) throws(ShopServerError) -> Bool {
    try Address(host: host, port: 0).isLoopback
  }

  /// Begins to listen; a server starts once.
  ///
  /// - Returns: the host and port at which it is found.
  /// - Throws: ``ShopServerError`` that says why it cannot.
  @discardableResult
  package func start() throws(ShopServerError) -> String {
    let maximumConnections = try Self.maximumConnections(settings)
    let inbox = try LoopInbox()
    let socket = try ListeningSocket(host: settings.host, port: settings.port)
    let hosts = HostPolicy(
      host: settings.host, port: socket.port, isLoopback: socket.isLoopback)
    state.withLock { $0 = State(inbox: inbox, hosts: hosts) }
    ServerThread.run {
      EventLoop(
        self, listener: socket.descriptor, inbox: inbox, maximumConnections: maximumConnections
      ).run()
    }
    return hosts.authority
  }

  /// How many connections there may be.
  ///
  /// - Throws: ``ShopServerError`` where the process may open too few files to serve.
  private static func maximumConnections(
    _ settings: ShopServerSettings
  ) throws(ShopServerError) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return settings.maximumConnections
    }
    let files = Int(clamping: limit.rlim_cur)
    guard files - otherDescriptors >= fewestConnections else {
      throw ShopServerError(
        .system,
        "only \(files) files may be open at once, and serving needs"
          + " \(otherDescriptors + fewestConnections)",
        hint: "raise the limit with 'ulimit -n'")
    }
    return min(settings.maximumConnections, files - otherDescriptors)
  }

  /// Ends: takes nothing new, lets answers that are being worked out come to their end, and closes
  /// what is open.
  ///
  /// Clients hold it up for 2 seconds at most: requests that have not come whole are refused at once, and
  /// a client that does not read its answer is given up.
  ///
  /// - Parameter bound: how long answers that are being worked out may still take.
  /// - Returns: how many requests were cut off.
  @discardableResult
  package func stop(within bound: Duration = .seconds(10)) async -> Int {
    guard let inbox = state.withLock({ $0.inbox.take() }) else { return 0 }
    await withCheckedContinuation { inbox.post(.stopListening($0)) }
    shop.endFollowing()
    _ = await requests.becomesZero(within: bound, by: clock)
    return await withCheckedContinuation { inbox.post(.finish($0)) }
  }

  /// What addresses in an answer name; nil where the server does not answer to the name.
  func authority(for field: String?) -> String? {
    state.withLock { $0.hosts }?.authority(for: field)
  }

  /// Has a request answered, and tells the server's thread the answer.
  func answer(
    _ request: HTTPRequest, on connection: Int, _ inbox: LoopInbox
  ) -> Task<Void, Never> {
    let delay = settings.delay > .zero ? settings.delay : nil
    // At once, so that no other thread comes between this one and the shop's.
    return Task.immediate {
      await shop.respond(to: request, after: delay, clock: clock) { response in
        let response = held(response ?? Problem.stopping.response, inbox)
        inbox.post(.answer(response, to: connection))
      }
    }
  }

  /// How much of the budget an answer takes.
  static func reserved(by response: HTTPResponse) -> Int {
    let count = response.body.data?.count ?? 0
    return count > smallAnswer ? count : 0
  }

  /// An answer for which room was made until its client has read it, or a refusal in its place.
  ///
  /// Small answers, and so all to writes, always have room.
  private func held(_ response: HTTPResponse, _ inbox: LoopInbox) -> HTTPResponse {
    guard !answers.take(Self.reserved(by: response)) else { return response }
    inbox.post(.isCrowded)
    return Problem.tooManyAnswers.response
  }
}
