import Synchronization

/// Records values in order, from any thread.
package final class Record<Element: Sendable>: Sendable {
  private let all = Mutex<[Element]>([])

  /// Creates an empty record.
  package init() {}

  /// The values so far.
  package var elements: [Element] { all.withLock { $0 } }

  /// Adds a value.
  package func add(_ element: Element) { all.withLock { $0.append(element) } }
}
