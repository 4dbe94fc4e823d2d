import CoreSystem
import Glibc

/// A local HTTP server that misbehaves as a test asks, and records all requests.
///
/// The server and its connections end when the object is released.
public final class FaultServer: Sendable {
  /// The port on which it listens.
  public let port: UInt16

  private let state: FaultState
  private let listener: Int32

  /// How long `wait` waits before it throws, in seconds.

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - readsBodies: whether to read a request's body before the answer; if not, a `readBody` step
  ///     may read it.
  ///   - answer: returns the answer to a request, on the connection's thread.
  public init(
    readsBodies: Bool = true, _ answer: @escaping @Sendable (FaultRequest) -> FaultAnswer
  ) throws {
    (listener, port) = try FaultSocket.open(listening: true)
    let (listener, state) = (listener, FaultState(readsBodies: readsBodies, answer: answer))
    self.state = state
    BlockingThread.run { Self.accept(listener, state) }
  }

  /// Starts a server that gives these answers in order, and then repeats the last one.
  public convenience init(_ answers: FaultAnswer...) throws {
    try self.init { request in answers[min(request.number, answers.count - 1)] }
  }

  deinit {
    stop()
  }

  /// Its base URL, without a slash at the end.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// Its record so far.
  public var record: FaultRecord { state.record.current }

  /// The requests so far, in order.
  public var requests: [FaultRequest] { record.requests }

  /// Ends all connections, and stops listening.
  public func stop() {
    let descriptors: [Int: Int32]? = state.record.change { record in
      defer { record.isStopped = true }
      return record.isStopped ? nil : record.descriptors
    }
    // The second time, the listener's number may be another file's.
    guard let descriptors else { return }
    for descriptor in descriptors.values { shutdown(descriptor, Int32(SHUT_RDWR)) }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Waits for a number of requests, and returns them.
  @discardableResult
  public func requests(_ count: Int) async throws -> [FaultRequest] {
    try await wait("\(count) requests") { $0.requests.count >= count }.requests
  }

  /// Waits until all connections are closed, after at least one was opened.
  public func end() async throws {
    try await wait("the end of every connection") { $0.opened > 0 && $0.closed == $0.opened }
  }

  /// Waits until the record meets a condition.
  ///
  /// - Throws: ``FaultServerError`` if it does not in time.
  @discardableResult
  public func wait(
    _ what: String, until condition: @escaping @Sendable (FaultRecord) -> Bool
  ) async throws -> FaultRecord {
    let state = state
    let isMet = await withCheckedContinuation { waiter in
      BlockingThread.run {
        waiter.resume(returning: state.record.wait(until: condition))
      }
    }
    guard isMet else { throw FaultServerError("timed out waiting for \(what): \(record)") }
    return record
  }

  /// Returns a port that refuses connections, reserved until the process ends.
  public static func deadPort() throws -> UInt16 {
    try FaultSocket.open(listening: false).port
  }

  /// Returns a port that is free now, for a program to listen on.
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
      BlockingThread.run {
        var connection = FaultConnection(
          socket: FaultSocket(descriptor: descriptor), number: number, state: state)
        connection.serve()
        state.close(number, descriptor)
      }
    }
  }
}

/// Why a fault server could not start, or what a test waited for in vain.
public struct FaultServerError: Error, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
