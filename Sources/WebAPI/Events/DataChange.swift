public import CoreEvents

/// A change of a service's data: one of the four data events.
public enum DataChange: Sendable, Hashable {
  /// An element was created.
  case inserted(DataInserted)
  /// An element was changed.
  case updated(DataUpdated)
  /// An element was deleted.
  case deleted(DataDeleted)
  /// Data must be requested again.
  case invalidated(DataInvalidated)

  /// The path of the changed data, such as `products/p-7`; nil for everything.
  public var path: String? {
    switch self {
    case .inserted(let event): event.path
    case .updated(let event): event.path
    case .deleted(let event): event.path
    case .invalidated(let event): event.path
    }
  }

  /// The environment of the data.
  public var environment: EnvironmentID {
    switch self {
    case .inserted(let event): event.environment
    case .updated(let event): event.environment
    case .deleted(let event): event.environment
    case .invalidated(let event): event.environment
    }
  }
}

extension EventBus {
  /// Calls a handler on the main actor for each of the four data events, as
  /// ``CoreEvents/EventBus/subscribeOnMain(to:_:)`` does for one type.
  ///
  /// - Returns: the subscriptions. Releasing them ends them.
  public func subscribeOnMain(
    toChanges handler: @escaping @MainActor @Sendable (DataChange) -> Void
  ) -> [Subscription] {
    [
      subscribeOnMain(to: DataInserted.self) { handler(.inserted($0)) },
      subscribeOnMain(to: DataUpdated.self) { handler(.updated($0)) },
      subscribeOnMain(to: DataDeleted.self) { handler(.deleted($0)) },
      subscribeOnMain(to: DataInvalidated.self) { handler(.invalidated($0)) },
    ]
  }
}
