import Glibc

/// A value that one thread at a time may touch, and whose changes can be waited for.
struct FaultLock<Value: Sendable>: ~Copyable, Sendable {
  // Touched by `change` and `wait` under the mutex, and by `init` and `deinit`, which run alone.
  nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  nonisolated(unsafe) private let changed: UnsafeMutablePointer<pthread_cond_t>
  nonisolated(unsafe) private let value: UnsafeMutablePointer<Value>

  init(_ initial: Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_cond_init(changed, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_cond_destroy(changed)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Changes the value, and tells those who wait.
  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&value.pointee)
  }

  /// The value as it is.
  var current: Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return value.pointee
  }

  /// Blocks until a condition holds.
  ///
  /// - Returns: whether it came to hold in time.
  func wait(seconds: Int, until condition: (Value) -> Bool) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !condition(value.pointee) {
      guard pthread_cond_timedwait(changed, mutex, &end) == 0 else {
        return condition(value.pointee)
      }
    }
    return true
  }
}
