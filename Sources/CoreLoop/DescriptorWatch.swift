import CLoop
import Glibc

/// What a descriptor is waited for.
package struct DescriptorEvents: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// A read returns at once: there is data, or the end.
  package static let read = DescriptorEvents(rawValue: Int32(CLOOP_READ))

  /// A write proceeds at once, or fails.
  package static let write = DescriptorEvents(rawValue: Int32(CLOOP_WRITE))

  var pollEvents: Int16 {
    Int16((contains(.read) ? POLLIN : 0) | (contains(.write) ? POLLOUT : 0))
  }
}

/// A descriptor that the loop watches.
@MainActor
package final class DescriptorWatch {
  let descriptor: Int32
  fileprivate let handler: @MainActor @Sendable (DescriptorEvents) -> Void
  private let hasChanged: @MainActor @Sendable (DescriptorWatch) -> Void

  /// What is waited for; nothing while the reader has no room.
  package var events: DescriptorEvents {
    didSet { if events != oldValue, !hasEnded { hasChanged(self) } }
  }

  private(set) var hasEnded = false

  /// - Parameter hasChanged: called when something else is waited for, and when the watch has ended.
  init(
    _ descriptor: Int32, _ events: DescriptorEvents,
    hasChanged: @escaping @MainActor @Sendable (DescriptorWatch) -> Void,
    handler: @escaping @MainActor @Sendable (DescriptorEvents) -> Void
  ) {
    self.descriptor = descriptor
    self.events = events
    self.hasChanged = hasChanged
    self.handler = handler
  }

  /// Ends the watch; the handler is not called again.
  package func end() {
    guard !hasEnded else { return }
    hasEnded = true
    hasChanged(self)
  }
}

/// The watches of a descriptor.
@MainActor
final class DescriptorEntry {
  /// Tells the entry from an earlier one, whose descriptor was closed and whose number it has now.
  let number: UInt32
  var watches: [DescriptorWatch] = []
  /// What the set waits for.
  var registered: DescriptorEvents = []

  init(number: UInt32) {
    self.number = number
  }

  var wanted: DescriptorEvents { watches.reduce(into: []) { $0.formUnion($1.events) } }

  func handle(_ ready: DescriptorEvents) {
    for watch in watches where !watch.hasEnded && !watch.events.isDisjoint(with: ready) {
      watch.handler(ready)
    }
  }
}
