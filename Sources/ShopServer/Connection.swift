import CMicroHTTPD
import Glibc
import Synchronization

/// A client's connection, on which requests come one after the other.
final class Connection: Sendable {
  let descriptor: Int32

  /// The client's address, without its port.
  let address: String

  /// Since when a request is awaited or arriving, in seconds of the monotonic clock; 0 while one is
  /// answered.
  let arrivingSince = Atomic<Int>(Connection.now)

  private let following = Mutex<ServedRequest?>(nil)

  init(_ connection: OpaquePointer) {
    descriptor = CMicroHTTPDSocket(connection)
    address = Address.text(of: CMicroHTTPDClient(connection))
  }

  /// The answer that is sent and has no end of its own; nil where there is none.
  var endless: ServedRequest? {
    get { following.withLock { $0 } }
    set { following.withLock { $0 = newValue } }
  }

  /// The monotonic clock's seconds, which are never 0.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec + 1
  }

  /// Says that a request is awaited or arriving from now on, or that it has arrived.
  func expects(_ isExpecting: Bool) {
    arrivingSince.store(isExpecting ? Self.now : 0, ordering: .relaxed)
  }

  /// The connection of a request.
  static func of(_ connection: OpaquePointer) -> Connection? {
    CMicroHTTPDConnectionContext(connection).map {
      Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
