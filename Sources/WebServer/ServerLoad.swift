import Synchronization

/// A server's current load: its requests in flight, and the bytes of their bodies and responses.
final class ServerLoad: Sendable {
  let requests = InFlightCounter()
  let requestBytes: ByteBudget
  let responseBytes: ByteBudget

  init(_ settings: HTTPServerSettings) {
    requestBytes = ByteBudget(settings.maximumRequestBytes)
    responseBytes = ByteBudget(settings.maximumResponseBytes)
  }
}

/// A shared limit on the bytes that requests hold.
final class ByteBudget: Sendable {
  private let remaining: Atomic<Int>

  init(_ size: Int) {
    remaining = Atomic(size)
  }

  var available: Int { remaining.load(ordering: .relaxed) }

  /// Reserves bytes; returns false, without reserving any, if fewer are left.
  func reserve(_ count: Int) -> Bool {
    guard remaining.subtract(count, ordering: .relaxed).newValue < 0 else { return true }
    release(count)
    return false
  }

  func release(_ count: Int) {
    remaining.add(count, ordering: .relaxed)
  }
}
