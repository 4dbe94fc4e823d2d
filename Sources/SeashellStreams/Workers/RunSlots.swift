import CoreLoop

/// As many places as runs may be under way.
@MainActor
final class RunSlots {
  private var free: Int
  private var waiting: [Waiter<Bool, Never>] = []
  private var isEnded = false

  init(_ count: Int) { free = count }

  /// Waits for a free place; returns false if there will be none.
  func take() async -> Bool {
    if isEnded { return false }
    if free == 0 {
      let waiter = Waiter<Bool, Never>()
      waiting.append(waiter)
      return await waiter.value()
    }
    free -= 1
    return true
  }

  func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().settle(.success(true)) }
  }

  func end() {
    isEnded = true
    for waiter in waiting { waiter.settle(.success(false)) }
    waiting = []
  }
}
