import CoreLoop
import CoreSystem
import Glibc
import WebMessages

/// The server's thread: accepts connections, reads requests and sends responses.
///
/// It blocks only in `poll`, which takes about 50 µs for 1,000 connections. Other threads send it
/// messages through its ``LoopInbox``.
final class EventLoop {
  /// How long a connection may linger, in milliseconds.
  private static let longestLinger = 5_000

  /// How long a client may delay a stopping server by not reading, in milliseconds.
  private static let longestWaitAtStop = 2_000

  /// How many bytes are discarded on a lingering connection.
  private static let maximumDiscarded = 8 << 20

  let settings: HTTPServerSettings
  let handler: HTTPHandler
  let log: (@Sendable (AccessRecord) -> Void)?
  let load: ServerLoad
  let inbox: LoopInbox
  private let maximumConnections: Int
  private var listener: Int32?
  /// Whether accepting pauses until a connection is closed or a second has passed.
  private var isFull = false
  private(set) var isStopping = false
  /// The number of requests cut off while the server was stopping.
  private var cut = 0
  private var ending: Waiter<Int, Never>?
  var connections: [Int: Connection] = [:]
  private var nextNumber = 0
  private var lastTick = EventLoop.now
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  /// `listener` is a non-blocking listening socket, which the loop closes.
  init(
    _ settings: HTTPServerSettings, _ handler: @escaping HTTPHandler,
    _ log: (@Sendable (AccessRecord) -> Void)?, _ load: ServerLoad,
    listener: Int32, inbox: LoopInbox, maximumConnections: Int
  ) {
    self.settings = settings
    self.handler = handler
    self.log = log
    self.load = load
    self.listener = listener
    self.inbox = inbox
    self.maximumConnections = maximumConnections
  }

  deinit { scratch.deallocate() }

  /// The monotonic time in milliseconds.
  static var now: Int { Int(MonotonicTime.precise() / 1_000_000) }

  func run() {
    var polled: [Connection] = []
    var descriptors: [pollfd] = []
    while ending == nil {
      polled.removeAll(keepingCapacity: true)
      descriptors.removeAll(keepingCapacity: true)
      descriptors.append(pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0))
      // poll skips a negative descriptor.
      descriptors.append(
        pollfd(fd: isFull ? -1 : listener ?? -1, events: Int16(POLLIN), revents: 0))
      for connection in connections.values {
        polled.append(connection)
        descriptors.append(
          pollfd(fd: connection.descriptor, events: connection.events, revents: 0))
      }
      let isQuiet = connections.isEmpty && !isFull
      poll(&descriptors, nfds_t(descriptors.count), isQuiet ? -1 : 1_000)
      if descriptors[0].revents != 0 { for message in inbox.takeAll() { handle(message) } }
      for (index, connection) in polled.enumerated()
      where descriptors[index + 2].revents != 0 && connection.phase != .closed {
        handle(connection, Int32(descriptors[index + 2].revents))
      }
      if descriptors[1].revents != 0 { accept() }
      if Self.now - lastTick >= 1_000 { tick() }
    }
    for connection in connections.values { close(connection) }
    ending?.settle(.success(cut))
  }

  private func handle(_ message: LoopInbox.Message) {
    switch message {
    case .response(let response, let number):
      guard let connection = connections[number] else {
        return load.responseBytes.release(Self.reservation(of: response))
      }
      connection.request?.reserved = Self.reservation(of: response)
      send(response, on: connection)
      advance(connection)
    case .piece(let piece, let number):
      connections[number].map { send(piece, on: $0) }
    case .end(let isComplete, let number):
      guard let connection = connections[number] else { return }
      isComplete ? endBody(on: connection) : close(connection)
      advance(connection)
    case .responsesAreFull:
      for connection in connections.values where connection.isUnread(at: Self.now) {
        close(connection)
      }
    case .stopListening(let done):
      stopListening()
      done.settle()
    case .finish(let done):
      ending = done
    }
  }

  private func handle(_ connection: Connection, _ events: Int32) {
    guard events & (POLLERR | POLLHUP | POLLNVAL) == 0 else { return close(connection) }
    if events & POLLOUT != 0 {
      flush(connection)
      advance(connection)
    }
    switch connection.phase {
    case .head, .body, .lingering:
      if events & POLLIN != 0 { receive(connection) }
    case .waiting, .sending:
      guard events & Connection.hangUp != 0 else { return }
      connection.hasHungUp = true
      // A client that stops sending still gets its response, unless it is a stream.
      if connection.request?.pump != nil { close(connection) }
    case .closed: break
    }
  }

  private func receive(_ connection: Connection) {
    let count = recv(connection.descriptor, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      if count == 0 || errno != EAGAIN && errno != EINTR { close(connection) }
      return
    }
    let now = Self.now
    if connection.isIdle { connection.since = now }
    connection.lastProgress = now
    if connection.phase == .lingering {
      connection.discarded += count
      if connection.discarded > Self.maximumDiscarded { close(connection) }
    } else {
      connection.input.append(scratch[..<count])
      advance(connection)
    }
  }

  private func accept() {
    for _ in 0..<64 {
      guard let listener, hasRoom() else { return }
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let (descriptor, client) = withUnsafeMutableBytes(of: &address) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
          let descriptor = Glibc.accept(listener, $0.baseAddress, &length)
          return (descriptor, descriptor < 0 ? "" : SocketAddress.text(of: $0.baseAddress))
        }
      }
      guard descriptor >= 0 else {
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
          if makeRoom() { continue }
          isFull = true
        default: break
        }
        return
      }
      // Swift does not import accept4.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var on: Int32 = 1
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      nextNumber += 1
      connections[nextNumber] = Connection(
        descriptor, number: nextNumber, address: client, maximumHead: settings.maximumHead,
        now: Self.now)
    }
  }

  private func hasRoom() -> Bool {
    if connections.count < maximumConnections || makeRoom() { return true }
    isFull = true
    return false
  }

  /// Closes a connection to make room; returns false if none has waited for at least a second.
  ///
  /// It prefers lingering connections, then idle ones, then incomplete requests, then clients that do not
  /// read, then quiet streams. Among equals, it closes the one that has waited longest.
  private func makeRoom() -> Bool {
    let now = Self.now
    func rank(_ connection: Connection) -> Int? {
      switch connection.phase {
      case .lingering: 0
      case .head: connection.isIdle ? 1 : 2
      case .body: 2
      case .sending:
        connection.isUnread(at: now) ? 3 : connection.isStreaming ? 4 : nil
      case .waiting, .closed: nil
      }
    }
    // Of two that have waited since the same millisecond, the one with the lower number came first.
    let found = connections.compactMap { number, connection -> (Int, Int, Int)? in
      guard connection.since <= now - 1_000, let rank = rank(connection) else { return nil }
      return (rank, connection.since, number)
    }.min(by: <)
    guard let found, let connection = connections[found.2] else { return false }
    close(connection)
    return true
  }

  func close(_ connection: Connection) {
    guard connection.phase != .closed else { return }
    connection.phase = .closed
    // A child process may hold a copy of the descriptor, so close is not enough.
    shutdown(connection.descriptor, Int32(SHUT_RDWR))
    Glibc.close(connection.descriptor)
    connections[connection.number] = nil
    isFull = false
    guard connection.request != nil else { return }
    if isStopping { cut += 1 }
    endRequest(on: connection)
  }

  /// Closes connections that take too long, once a second.
  private func tick() {
    let now = Self.now
    lastTick = now
    isFull = false
    let (idle, arrival) = (settings.idleSeconds * 1_000, settings.arrivalSeconds * 1_000)
    for connection in connections.values {
      let silence = now - connection.lastProgress
      let isLate =
        switch connection.phase {
        case .head, .body: silence >= idle || now - connection.since >= arrival
        case .sending:
          !connection.output.isEmpty && silence >= (isStopping ? Self.longestWaitAtStop : idle)
        case .lingering: now - connection.since >= Self.longestLinger
        case .waiting, .closed: false
        }
      if isLate { close(connection) }
    }
  }

  private func stopListening() {
    if let listener {
      // A child process may hold a copy of the socket, to which clients could still connect.
      shutdown(listener, Int32(SHUT_RDWR))
      Glibc.close(listener)
    }
    listener = nil
    isStopping = true
    for connection in connections.values {
      switch connection.phase {
      case .head where connection.isIdle: close(connection)
      case .head, .body: reject(with: .stopping, on: connection)
      case .waiting, .sending, .lingering, .closed: break
      }
    }
  }
}
