import Dispatch
import Glibc
import Synchronization

/// Looks after open connections from a thread of its own, once a second.
///
/// It closes those on which a request takes too long to arrive: libmicrohttpd's own bound begins anew at
/// every byte. And it ends the answers without an end whose client has hung up, which libmicrohttpd
/// would find out only when it sends the next piece.
final class ConnectionWatch: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let arrivalSeconds: Int

  init(arrivalSeconds: Int) {
    self.arrivalSeconds = arrivalSeconds
  }

  /// Begins to look.
  func begin() {
    ServerThread.run { [self] in
      repeat { look() } while wake.wait(timeout: .now() + .seconds(1)) == .timedOut
    }
  }

  /// Ends the looking.
  func end() {
    wake.signal()
  }

  func add(_ connection: Connection) {
    state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
  }

  /// Forgets a connection, whose descriptor may be closed from now on.
  func remove(_ connection: Connection) {
    state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
  }

  private func look() {
    let now = Connection.now
    let gone = state.withLock { state -> [ServedRequest] in
      for connection in state.connections.values {
        let since = connection.arrivingSince.load(ordering: .relaxed)
        if since > 0, now - since >= arrivalSeconds {
          shutdown(connection.descriptor, Int32(SHUT_RDWR))
        }
      }
      return Self.endless(among: state.connections.values).filter(\.hasHungUp).map(\.served)
    }
    for served in gone { served.cancel() }
  }

  private struct Endless {
    let served: ServedRequest
    let descriptor: Int32

    var hasHungUp: Bool {
      // POLLRDHUP, which Glibc's header keeps from Swift.
      var looked = pollfd(fd: descriptor, events: 0x2000, revents: 0)
      return poll(&looked, 1, 0) > 0
    }
  }

  private static func endless(
    among connections: some Sequence<Connection>
  ) -> [Endless] {
    connections.compactMap { connection in
      connection.endless.map { Endless(served: $0, descriptor: connection.descriptor) }
    }
  }
}
