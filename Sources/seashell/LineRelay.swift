import Synchronization

/// Brings lines that are told on any thread to the main actor, in their order and never too many.
final class LineRelay: Sendable {
  /// How many lines wait at most; those after them are counted.
  private static let capacity = 1_000

  private let waiting = Mutex<(lines: [String], dropped: Int)>(([], 0))
  private let show: @MainActor @Sendable (String) -> Void

  /// Makes one.
  ///
  /// - Parameter show: shows a line.
  init(_ show: @escaping @MainActor @Sendable (String) -> Void) {
    self.show = show
  }

  /// Tells a line.
  func tell(_ line: String) {
    let isFirst = waiting.withLock { waiting in
      guard waiting.lines.count < Self.capacity else {
        waiting.dropped += 1
        return false
      }
      waiting.lines.append(line)
      return waiting.lines.count == 1
    }
    // Nobody has to own it: it ends at once, and there is one at a time.
    if isFirst { Task { @MainActor in self.drain() } }
  }

  @MainActor
  private func drain() {
    let (lines, dropped) = waiting.withLock { waiting in
      defer { waiting = ([], 0) }
      return waiting
    }
    for line in lines { show(line) }
    if dropped > 0 { show("… and \(dropped) more lines") }
  }
}
