import Foundation
import TestSupport

/// A value that one thread at a time can access, and that threads can wait for.
final class FaultLock<Value: Sendable>: Sendable {
  private let condition = NSCondition()
  // Accessed only with the condition's lock.
  nonisolated(unsafe) private var value: Value

  init(_ initial: Value) {
    value = initial
  }

  /// Changes the value, and wakes the waiting threads.
  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body(&value)
  }

  var current: Value {
    condition.lock()
    defer { condition.unlock() }
    return value
  }

  /// Blocks until the value meets a requirement.
  ///
  /// - Returns: whether it did in time.
  func wait(until isMet: (Value) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Patience.bound / .seconds(1))
    condition.lock()
    defer { condition.unlock() }
    while !isMet(value) {
      guard condition.wait(until: deadline) else { return isMet(value) }
    }
    return true
  }
}
