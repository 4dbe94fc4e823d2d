import Synchronization

/// What a server holds at the moment: requests in flight, and the bytes of their bodies and responses.
final class ServerLoad: Sendable {
  let requests = InFlightCounter()
  let requestBytes: ByteBudget
  let responseBytes: ByteBudget

  init(_ settings: HTTPServerSettings) {
    requestBytes = ByteBudget(settings.maximumRequestBytes)
    responseBytes = ByteBudget(settings.maximumResponseBytes)
  }
}

/// A number of bytes that many holders share.
final class ByteBudget: Sendable {
  private let rest: Atomic<Int>

  init(_ size: Int) {
    rest = Atomic(size)
  }

  /// The number of bytes that can be reserved.
  var available: Int { rest.load(ordering: .relaxed) }

  /// Reserves bytes.
  ///
  /// - Returns: false if fewer are left; none are reserved then.
  func reserve(_ count: Int) -> Bool {
    guard rest.subtract(count, ordering: .relaxed).newValue < 0 else { return true }
    release(count)
    return false
  }

  func release(_ count: Int) {
    rest.add(count, ordering: .relaxed)
  }
}
