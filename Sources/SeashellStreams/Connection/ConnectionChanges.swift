import Synchronization

/// What happens to a connection.
enum ConnectionChange: Sendable, Hashable {
  case lost, restored
  /// It is closed, by its owner, or since a server that was lost refuses the credentials: it does not connect again.
  case closed
  /// The server or the library complains about something that was sent.
  case complaint(String)
  /// The server does not allow a subject to be received.
  case denied(StreamError)
}

/// Those who want to know when a connection is back, or closed.
final class ConnectionChanges: Sendable {
  final class Token: Sendable {
    private let end: @Sendable () -> Void
    fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  private let changed: @Sendable (ConnectionChange) -> Void
  private let waiting = Mutex<(last: Int, bodies: [Int: @Sendable () -> Void])>((0, [:]))

  init(_ changed: @escaping @Sendable (ConnectionChange) -> Void) { self.changed = changed }

  func tell(_ change: ConnectionChange) {
    if change == .restored || change == .closed {
      for body in waiting.withLock({ Array($0.bodies.values) }) { body() }
    }
    changed(change)
  }

  func add(_ body: @escaping @Sendable () -> Void) -> Token {
    let number = waiting.withLock { waiting in
      waiting.last += 1
      waiting.bodies[waiting.last] = body
      return waiting.last
    }
    return Token { [weak self] in
      self?.waiting.withLock { _ = $0.bodies.removeValue(forKey: number) }
    }
  }
}
