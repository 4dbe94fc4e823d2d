public import Observation
public import WebMessages

/// One resource of a service, such as the last product shown.
@Observable @MainActor
public final class ResourceRequest<Value: Sendable> {
  /// The last value received, unless it was dropped.
  public private(set) var value: Value?

  /// The path of the value, as in events: `products/p-7`; nil without a value.
  public private(set) var path: String?

  /// Whether the value was changed elsewhere since it was received.
  public private(set) var isStale = false

  @ObservationIgnored private var record = FetchRecord()

  /// Creates an object without a value.
  public init() {}

  /// Requests a value, and keeps it.
  ///
  /// It does not cancel other requests, so several commands can request values at once; the last value is
  /// stored.
  ///
  /// - Parameters:
  ///   - path: the path of the value, as in events.
  ///   - request: requests the value.
  /// - Returns: the value.
  /// - Throws: what the request throws. The stored value then stays.
  @discardableResult
  public func load(
    _ path: String, _ request: () async throws -> Value
  ) async throws -> Value {
    let number = record.begin()
    let value = try await FetchRecord.perform(request)
    if record.accept(number) {
      self.value = value
      self.path = path
      isStale = false
    }
    return value
  }

  /// Marks the value as stale after a change, and drops it if it or a resource that contains it was deleted
  /// or invalidated.
  ///
  /// - Returns: true if the value was dropped.
  @discardableResult
  public func apply(_ change: DataChange) -> Bool {
    guard let path else { return false }
    switch (change.target(in: path), change.kind) {
    case (.itself, .inserted), (.itself, .updated): markStale()
    case (.itself, _), (.container, .deleted), (.container, .invalidated):
      expire()
      return true
    default: break
    }
    return false
  }

  /// Marks the value as changed elsewhere.
  public func markStale() { isStale = value != nil }

  /// Drops the value; the results of pending requests are not stored.
  public func expire() {
    record.forget()
    value = nil
    isStale = false
  }
}
