import CMicroHTTPD
import Glibc
package import ShopBackend
import Synchronization
import WebAPI

/// The shop over HTTP.
///
/// One thread of libmicrohttpd's reads requests and sends answers, and waits for nobody: while the
/// shop works out an answer, the connection is suspended. More threads would only meet again before
/// the shop, which answers one request after the other.
package final class ShopServer: Sendable {
  /// How long ``stop(within:)`` waits for what is left once it has been given up.
  private static let patience = Duration.seconds(10)

  let shop: Shop
  let settings: ShopServerSettings
  let log: (@Sendable (AccessRecord) -> Void)?
  let failures: FailurePlan
  let clock: any Clock<Duration>
  let suspensions = Tally()
  let requests = Tally()
  let bodies: BodyBudget
  private let watch: ConnectionWatch

  private struct State {
    var daemon: Daemon?
    var hosts: HostCheck?
    var open: [ObjectIdentifier: ServedRequest] = [:]
  }

  private let state = Mutex(State())
  /// Whether no new request is carried out.
  let isStopping = Atomic<Bool>(false)

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
    failures = FailurePlan(rate: settings.failures)
    watch = ConnectionWatch(arrivalSeconds: settings.arrivalSeconds)
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
    try Daemon.open()
    let socket = try ListeningSocket(host: settings.host, port: settings.port)
    let hosts = HostCheck(
      host: settings.host, port: socket.port, isLoopback: socket.isLoopback)
    // Before the daemon starts: its thread asks for it.
    state.withLock { $0.hosts = hosts }
    do throws(ShopServerError) {
      let daemon = try Daemon(listeningAt: socket.descriptor, for: self, settings)
      state.withLock { $0.daemon = daemon }
    } catch {
      Glibc.close(socket.descriptor)
      throw error
    }
    watch.begin()
    return hosts.authority
  }

  /// Ends: accepts nothing new, lets what is under way come to its end, and closes what is open.
  ///
  /// - Parameter bound: how long requests that are under way may still take.
  /// - Returns: how many of them were cut off.
  @discardableResult
  package func stop(within bound: Duration = .seconds(10)) async -> Int {
    guard let daemon = state.withLock({ $0.daemon.take() }) else { return 0 }
    defer { watch.end() }
    daemon.quiesce()
    isStopping.store(true, ordering: .sequentiallyConsistent)
    shop.endFollowing()
    var cut = 0
    if await !requests.becomesZero(within: bound, by: clock) {
      let open = state.withLock { Array($0.open.values) }
      cut = open.count
      for served in open { served.cancel() }
    }
    suspensions.close()
    // What is given up comes to its end at once, but for a disk that does not answer: libmicrohttpd must
    // not be stopped meanwhile, and so it is left as it is.
    guard await suspensions.becomesZero(within: Self.patience, by: clock) else {
      leaked.withLock { $0.append(self) }
      return cut
    }
    await withCheckedContinuation { continuation in
      ServerThread.run {
        daemon.stop()
        continuation.resume()
      }
    }
    return cut
  }

  /// What addresses in an answer name; nil where the server does not answer to the name.
  func authority(for field: String?) -> String? {
    state.withLock { $0.hosts }?.authority(for: field)
  }
}

/// Servers whose daemons could not be stopped, and so may still call them.
private let leaked = Mutex<[ShopServer]>([])

extension ShopServer {
  func open(_ pointer: OpaquePointer) -> Connection {
    let connection = Connection(pointer)
    watch.add(connection)
    return connection
  }

  func close(_ connection: Connection) {
    watch.remove(connection)
  }

  func begin(on pointer: OpaquePointer, target: String?) -> ServedRequest {
    let connection = Connection.of(pointer)
    connection?.expects(true)
    let served = ServedRequest(
      connection: pointer, on: connection, target: target, bodies: bodies)
    _ = requests.enter()
    state.withLock { $0.open[ObjectIdentifier(served)] = served }
    return served
  }

  func end(_ served: ServedRequest) {
    served.cancel()
    served.client?.endless = nil
    served.client?.expects(true)
    state.withLock { $0.open[ObjectIdentifier(served)] = nil }
    served.forgetBody()
    log?(served.record)
    requests.leave()
  }
}
