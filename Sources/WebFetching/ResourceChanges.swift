import Observation
public import WebAPI

/// Counts the changes of resources, for those that show them: `watch` runs a command again when a count
/// that it shows goes up.
///
/// ```swift
/// invocation.observe { _ = state.orders.changes["orders"] }
/// ```
///
/// Unlike what a ``CollectionRequest`` keeps, a count changes only with an event, and for any number of
/// resources at once.
@MainActor
public final class ResourceChanges {
  /// The most resources that are counted; beyond them, all begin anew.
  private static let capacity = 10_000

  private var counters: [String: Counter] = [:]

  /// The changes of one resource, which are observed apart from those of others.
  @Observable @MainActor
  fileprivate final class Counter {
    var count = 0
  }

  /// Creates counts of zero.
  public init() {}

  /// How often a resource has changed, for observers.
  ///
  /// A change of the resource itself, of one of its elements, or a deletion or an invalidation of what
  /// contains it counts, by anyone.
  ///
  /// - Parameter path: the path of the resource, as in events: `orders`, `orders/o-1`.
  public subscript(path: String) -> Int {
    if let counter = counters[path] { return counter.count }
    if counters.count >= Self.capacity {
      for counter in counters.values { counter.count += 1 }
      counters = [:]
    }
    let counter = Counter()
    counters[path] = counter
    return counter.count
  }

  /// Counts a change in the service.
  public func apply(_ change: DataChange) {
    for (path, counter) in counters where Self.touches(change, path) { counter.count += 1 }
  }

  /// Counts a change of a resource of which another event tells than those of data.
  public func add(_ path: String) { counters[path]?.count += 1 }

  private static func touches(_ change: DataChange, _ path: String) -> Bool {
    switch (change.target(in: path), change) {
    case (.other, _), (.container, .inserted), (.container, .updated): false
    default: true
    }
  }
}
