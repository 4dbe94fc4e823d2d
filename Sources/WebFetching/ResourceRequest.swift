public import FoundationEssentials
public import Observation
public import WebAPI

/// One resource of a service, such as the product that was shown last.
@Observable @MainActor
public final class ResourceRequest<Value: Sendable>: FetchableObject {
  /// The value received last; nil if there is none, or if it was dropped.
  public private(set) var value: Value?

  /// The path of the value, as in events: `products/p-7`; nil if there is none.
  public private(set) var path: String?

  /// Whether the value was changed elsewhere since it was received.
  public private(set) var isStale = false

  @ObservationIgnored private var request: (() async throws -> Value)?
  private let record: FetchRecord

  /// Creates an object without a value.
  ///
  /// - Parameter clock: measures how old the value is.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    record = FetchRecord(clock)
  }

  /// Whether there is no value.
  public var contentUnavailable: Bool { value == nil }

  /// When the value was received; nil if there is none.
  public var lastUpdated: Date? { record.lastUpdated }

  /// The time since the value was received; nil if there is none.
  public var age: Duration? { record.age }

  /// Whether the newest request is running.
  public var isLoading: Bool { record.isLoading }

  /// The error of the newest request; nil if it succeeded, was cancelled, or is the first one.
  public var loadingError: (any Error)? { record.loadingError }

  /// What a view shows.
  public var phase: FetchPhase {
    FetchPhase(isLoading: isLoading, hasError: loadingError != nil, isEmpty: contentUnavailable)
  }

  /// Requests a value, and keeps it.
  ///
  /// It does not cancel other requests, so several commands can show values at once; the last one is
  /// stored.
  ///
  /// - Parameters:
  ///   - path: the path of the value, as in events.
  ///   - request: requests the value; ``FetchableObject/fetch(refreshing:)`` repeats it.
  /// - Returns: the value.
  /// - Throws: what the request throws. The value that is there stays.
  @discardableResult
  public func load(
    _ path: String, _ request: @escaping () async throws -> Value
  ) async throws -> Value {
    let number = record.begin()
    let value = try await record.perform(number, request)
    if record.accept(number) {
      self.value = value
      self.path = path
      self.request = request
      isStale = false
    }
    return value
  }

  /// Chooses what ``FetchableObject/fetch(refreshing:)`` requests; drops a value of another path.
  public func use(_ path: String, _ request: @escaping () async throws -> Value) {
    if self.path != path { expire() }
    self.path = path
    self.request = request
  }

  /// Requests the value again; without a request it does nothing.
  public func fetch(refreshing: Bool = false) async {
    guard let path, let request else { return }
    if !refreshing { expire() }
    await record.overtake { [self] in try await load(path, request) }
  }

  /// Marks the value as stale if it was changed, and drops it if it, or what contains it, was deleted or
  /// invalidated.
  ///
  /// - Returns: whether the value was dropped.
  @discardableResult
  public func apply(_ change: DataChange) -> Bool {
    guard let path else { return false }
    switch (change.target(in: path), change) {
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

  /// Drops the value, and cancels what is running; the next fetch requests the same again.
  public func expire() {
    record.forget()
    value = nil
    isStale = false
  }
}
