import Synchronization

/// Passes lines from any thread to the main actor, in order.
final class LineRelay: Sendable {
  /// The maximum number of waiting lines; further lines are dropped and counted.
  private static let capacity = 1_000

  private let waiting = Mutex<(lines: [String], dropped: Int)>(([], 0))
  private let show: @MainActor @Sendable (String) -> Void

  init(_ show: @escaping @MainActor @Sendable (String) -> Void) {
    self.show = show
  }

  func report(_ line: String) {
    let isFirst = waiting.withLock { waiting in
      guard waiting.lines.count < Self.capacity else {
        waiting.dropped += 1
        return false
      }
      waiting.lines.append(line)
      return waiting.lines.count == 1
    }
    // This task needs no owner: it is short, and there is one at a time.
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
