import Glibc
import Synchronization

/// An HTTP/1.1 server.
///
/// One thread reads requests and sends responses. An `HTTPHandler` produces the responses, and may do so
/// on threads of its own.
package final class HTTPServer: Sendable {
  /// The number of file descriptors that are kept free for everything but connections.
  private static let reservedDescriptors = 64

  /// The fewest connections with which a server can work.
  private static let minimumConnections = 8

  let settings: HTTPServerSettings
  let load: ServerLoad
  private let clock: any Clock<Duration>
  private let log: (@Sendable (AccessRecord) -> Void)?
  private let inbox = Mutex<LoopInbox?>(nil)

  /// Creates a server.
  ///
  /// It listens once it is started.
  ///
  /// - Parameters:
  ///   - settings: the address, and the limits.
  ///   - clock: measures the bound of ``stop(within:endingStreams:)``.
  ///   - log: receives a record of each request when it is over. It is called on the server's thread, so
  ///     it must not block.
  package init(
    _ settings: HTTPServerSettings, clock: any Clock<Duration> = ContinuousClock(),
    log: (@Sendable (AccessRecord) -> Void)? = nil
  ) {
    self.settings = settings
    self.clock = clock
    self.log = log
    load = ServerLoad(settings)
  }

  /// Returns whether a host can be reached from this machine only.
  ///
  /// - Throws: ``HTTPServerError`` if the host cannot be resolved.
  package static func isLoopback(_ host: String) throws(HTTPServerError) -> Bool {
    try SocketAddress(host: host, port: 0).isLoopback
  }

  /// Starts to listen and to serve.
  ///
  /// A server can be started once.
  ///
  /// - Parameter makeHandler: creates the handler, given the address at which the server listens.
  /// - Returns: the address at which the server listens.
  /// - Throws: ``HTTPServerError`` if it cannot listen.
  @discardableResult
  package func start(
    _ makeHandler: (ListeningAddress) -> HTTPHandler
  ) throws(HTTPServerError) -> ListeningAddress {
    let maximumConnections = try maximumConnections()
    let inbox = try LoopInbox()
    let socket = try ListeningSocket(host: settings.host, port: settings.port)
    self.inbox.withLock { $0 = inbox }
    let handler = makeHandler(socket.address)
    ServerThread.run { [settings, load, log] in
      EventLoop(
        settings, handler, log, load, listener: socket.descriptor, inbox: inbox,
        maximumConnections: maximumConnections
      ).run()
    }
    return socket.address
  }

  /// Returns how many connections may be open at once.
  ///
  /// - Throws: ``HTTPServerError`` if the process may open too few files to serve.
  private func maximumConnections() throws(HTTPServerError) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return settings.maximumConnections
    }
    let files = Int(clamping: limit.rlim_cur)
    guard files - Self.reservedDescriptors >= Self.minimumConnections else {
      throw HTTPServerError(
        .system,
        "this process may open only \(files) files, and a server needs"
          + " \(Self.reservedDescriptors + Self.minimumConnections)",
        hint: "raise the limit with 'ulimit -n'")
    }
    return min(settings.maximumConnections, files - Self.reservedDescriptors)
  }

  /// Stops the server: accepts nothing new, lets the handler finish its responses, then closes every
  /// connection.
  ///
  /// Clients delay this by at most 2 seconds: requests that have not arrived in full are rejected at
  /// once, and a client that does not read its response is disconnected.
  ///
  /// - Parameters:
  ///   - bound: how long the handler may still work on its responses.
  ///   - endStreams: ends the handler's unlimited responses. It is called once the server accepts no
  ///     more requests.
  /// - Returns: the number of requests that were cut off.
  @discardableResult
  package func stop(
    within bound: Duration = .seconds(10), endingStreams endStreams: () -> Void = {}
  ) async -> Int {
    guard let inbox = inbox.withLock({ $0.take() }) else { return 0 }
    await withCheckedContinuation { inbox.post(.stopListening($0)) }
    endStreams()
    _ = await load.requests.waitUntilZero(within: bound, clock: clock)
    return await withCheckedContinuation { inbox.post(.finish($0)) }
  }
}
