import Observation
public import WebMessages

/// Counts the changes of resources, for commands that show them: `watch` repeats a command when one of its
/// counts increases.
///
/// ```swift
/// invocation.observe { _ = state.orders.changes["orders"] }
/// ```
///
/// Unlike the data in a ``CollectionRequest``, a count changes only with an event, and there can be any
/// number of resources.
@MainActor
public final class ResourceChanges {
  /// How many resources are counted; beyond that, all counts restart.
  private static let capacity = 10_000

  private var counters: [String: Counter] = [:]

  /// The changes of one resource, which can be observed separately.
  @Observable @MainActor
  fileprivate final class Counter {
    var count = 0
  }

  /// Creates counts of zero.
  public init() {}

  /// The number of changes of a resource, for observers.
  ///
  /// It counts changes of the resource itself and of its elements, and the deletion or invalidation of a
  /// resource that contains it, whoever made the change.
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
    for (path, counter) in counters where change.touches(path) { counter.count += 1 }
  }

  /// Counts a change of a resource that was reported by an event other than the data events.
  public func add(_ path: String) { counters[path]?.count += 1 }

}

enum ChangeTarget: Equatable {
  case itself
  /// The element of the resource with an id.
  case element(String)
  /// A resource that contains this one, or everything.
  case container
  case other
}

extension DataChange {
  /// Whether it changes a resource or its elements, or deletes or invalidates a resource that contains it.
  public func touches(_ resource: String) -> Bool {
    switch (target(in: resource), kind) {
    case (.other, _), (.container, .inserted), (.container, .updated): false
    default: true
    }
  }

  func target(in resource: String) -> ChangeTarget {
    guard let path else { return .container }
    if path == resource { return .itself }
    if resource.hasPrefix(path + "/") { return .container }
    guard path.hasPrefix(resource + "/") else { return .other }
    let id = path.dropFirst(resource.count + 1)
    return id.utf8.contains(UInt8(ascii: "/")) ? .other : .element(String(id))
  }
}
