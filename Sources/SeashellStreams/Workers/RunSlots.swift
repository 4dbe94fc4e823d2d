/// As many places as runs may be under way.
@MainActor
final class RunSlots {
  private var free: Int
  private var waiting: [CheckedContinuation<Bool, Never>] = []
  private var isEnded = false

  init(_ count: Int) { free = count }

  /// Waits for a free place; returns false if there will be none.
  func take() async -> Bool {
    await withCheckedContinuation { continuation in
      // Checked here, since a place may become free while the task suspends.
      if isEnded { return continuation.resume(returning: false) }
      if free == 0 { return waiting.append(continuation) }
      free -= 1
      continuation.resume(returning: true)
    }
  }

  func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume(returning: true) }
  }

  func end() {
    isEnded = true
    for continuation in waiting { continuation.resume(returning: false) }
    waiting = []
  }
}
