import CLoop
import Glibc

/// The events that a watch waits for.
public struct DescriptorEvents: OptionSet, Sendable {
  /// The events as bits.
  public let rawValue: Int32

  /// Creates events from bits.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// A read returns at once, with data or at the end.
  public static let read = DescriptorEvents(rawValue: Int32(CLOOP_READ))

  /// A write returns at once, or fails.
  public static let write = DescriptorEvents(rawValue: Int32(CLOOP_WRITE))

  var pollEvents: Int16 {
    Int16((contains(.read) ? POLLIN : 0) | (contains(.write) ? POLLOUT : 0))
  }
}

/// One watch of a descriptor in the loop.
@MainActor
public final class DescriptorWatch {
  let descriptor: Int32
  fileprivate let handler: @MainActor @Sendable (DescriptorEvents) -> Void
  private let hasChanged: @MainActor @Sendable (DescriptorWatch) -> Void

  /// The events to wait for; empty while the reader has no room.
  public var events: DescriptorEvents {
    didSet { if events != oldValue, !hasEnded { hasChanged(self) } }
  }

  private(set) var hasEnded = false

  /// - Parameter hasChanged: called when `events` changes, and when the watch ends.
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
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    hasChanged(self)
  }
}

@MainActor
final class DescriptorEntry {
  /// Distinguishes this entry from an earlier one whose closed descriptor had the same number.
  let number: UInt32
  var watches: [DescriptorWatch] = []
  /// The events that the poll set waits for now.
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
