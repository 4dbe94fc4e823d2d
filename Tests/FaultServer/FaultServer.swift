import Glibc

/// An HTTP server that does wrong as a test says, on a port of this machine.
///
/// Every request is recorded whole. It ends, with every connection, when it is no longer held.
public final class FaultServer: Sendable {
  /// The port that it listens on.
  public let port: UInt16

  private let state: FaultState
  private let listener: Int32

  /// How long a test waits before it fails, in seconds.
  private static let patience = 20

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - readsBodies: whether a request's body is read before it is answered; else the answer's own
  ///     `readBody` reads it.
  ///   - answer: says what to do with a request; it is called on the connection's thread.
  public init(
    readsBodies: Bool = true, _ answer: @escaping @Sendable (FaultRequest) -> FaultAnswer
  ) throws {
    (listener, port) = try FaultSocket.open(listening: true)
    let (listener, state) = (listener, FaultState(readsBodies: readsBodies, answer: answer))
    self.state = state
    FaultThread.run { Self.accept(listener, state) }
  }

  /// Starts a server that gives its answers one after another, and then the last one again.
  public convenience init(_ answers: FaultAnswer...) throws {
    try self.init { request in answers[min(request.number, answers.count - 1)] }
  }

  deinit {
    stop()
  }

  /// The address of its root, without a slash at the end.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// What it has seen so far.
  public var record: FaultRecord { state.record.current }

  /// The requests so far, in order.
  public var requests: [FaultRequest] { record.requests }

  /// Ends every connection and listens no more.
  public func stop() {
    let descriptors = state.record.change { record in
      defer { record.isStopped = true }
      return record.isStopped ? [:] : record.descriptors
    }
    for descriptor in descriptors.values { shutdown(descriptor, Int32(SHUT_RDWR)) }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Waits until so many requests have come.
  @discardableResult
  public func requests(_ count: Int) async throws -> [FaultRequest] {
    try await wait("\(count) requests") { $0.requests.count >= count }.requests
  }

  /// Waits until every connection that was made is over.
  public func end() async throws {
    try await wait("the end of every connection") { $0.opened > 0 && $0.closed == $0.opened }
  }

  /// Waits for a condition.
  ///
  /// - Throws: ``FaultServerError`` where it does not come to hold.
  @discardableResult
  public func wait(
    _ what: String, until condition: @escaping @Sendable (FaultRecord) -> Bool
  ) async throws -> FaultRecord {
    let state = state
    let isThere = await withCheckedContinuation { waiter in
      FaultThread.run {
        waiter.resume(
          returning: state.record.wait(seconds: Self.patience, until: condition))
      }
    }
    guard isThere else { throw FaultServerError("\(what) did not come: \(record)") }
    return record
  }

  /// A port at which nobody listens, now or later: it stays taken until the process ends.
  public static func deadPort() throws -> UInt16 {
    try FaultSocket.open(listening: false).port
  }

  /// A port that was free a moment ago, for a program that is to listen there.
  public static func freePort() throws -> UInt16 {
    let (descriptor, port) = try FaultSocket.open(listening: true)
    close(descriptor)
    return port
  }

  private static func accept(_ listener: Int32, _ state: FaultState) {
    defer { close(listener) }
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard descriptor >= 0 else { return }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var isOn: Int32 = 1
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      guard let number = state.open(descriptor) else {
        close(descriptor)
        return
      }
      FaultThread.run {
        var connection = FaultConnection(
          socket: FaultSocket(descriptor: descriptor), number: number, state: state)
        connection.serve()
        state.close(number, descriptor)
      }
    }
  }
}
