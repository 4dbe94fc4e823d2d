import CoreLoop
import CoreSystem
import Glibc
import Synchronization

/// An HTTP/1.1 server.
///
/// One thread reads requests and sends responses. An `HTTPHandler` produces the responses, on any
/// thread.
package final class HTTPServer: Sendable {
  private static let reservedDescriptors = 64

  /// The minimum number of connections for a working server.
  private static let minimumConnections = 8

  let settings: HTTPServerSettings
  let load: ServerLoad
  private let clock: any Clock<Duration>
  private let log: (@Sendable (AccessRecord) -> Void)?
  private let inbox = Mutex<LoopInbox?>(nil)

  /// Creates a server, which listens once it is started.
  ///
  /// - Parameters:
  ///   - settings: the address, and the limits.
  ///   - clock: measures the time limit of ``stop(within:endingStreams:)``.
  ///   - log: receives a record of each finished request, on the server's thread. It must not block.
  package init(
    _ settings: HTTPServerSettings, clock: any Clock<Duration> = ContinuousClock(),
    log: (@Sendable (AccessRecord) -> Void)? = nil
  ) {
    self.settings = settings
    self.clock = clock
    self.log = log
    load = ServerLoad(settings)
  }

  /// Returns whether only this machine can reach a host.
  ///
  /// - Throws: ``HTTPServerError`` if the host cannot be resolved.
  package static func isLoopback(_ host: String) throws(HTTPServerError) -> Bool {
    try SocketAddress(host: host, port: 0).isLoopback
  }

  /// Starts to listen and serve; a server can be started once.
  ///
  /// - Parameter makeHandler: creates the handler for the address at which the server listens.
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
    BlockingThread.run { [settings, load, log] in
      EventLoop(
        settings, handler, log, load, listener: socket.descriptor, inbox: inbox,
        maximumConnections: maximumConnections
      ).run()
    }
    return socket.address
  }

  /// Throws if the process may open too few files to serve.
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

  /// Stops the server: accepts nothing new, lets the handler finish its responses, then closes all
  /// connections.
  ///
  /// Clients delay this by at most 2 seconds. Incomplete requests are rejected at once, and clients
  /// that do not read their responses are disconnected.
  ///
  /// - Parameters:
  ///   - bound: the time limit for the handler's responses.
  ///   - endStreams: ends the handler's endless responses, after the server has stopped listening.
  /// - Returns: the number of requests that were cut off.
  @discardableResult
  package func stop(
    within bound: Duration = .seconds(10), endingStreams endStreams: () -> Void = {}
  ) async -> Int {
    guard let inbox = inbox.withLock({ $0.take() }) else { return 0 }
    let (isDeaf, cut) = (Waiter<Void, Never>(), Waiter<Int, Never>())
    inbox.post(.stopListening(isDeaf))
    await isDeaf.value()
    endStreams()
    _ = await load.requests.waitUntilZero(within: bound, clock: clock)
    inbox.post(.finish(cut))
    return await cut.value()
  }
}
