public import Glibc

/// A value that one thread at a time may touch.
///
/// `Synchronization.Mutex` hands itself over by a system call to the thread that has waited longest:
/// with eight threads on one of them, a million lockings took between 3 and 26 seconds on two cores,
/// where this takes 0.02. A bus is where threads meet.
@usableFromInline
struct Lock<Value: Sendable>: ~Copyable, Sendable {
  // A pointer says nothing of threads. These two are touched by `withLock`, and by `init` and
  // `deinit`, which run alone; the pointers themselves never change.
  @usableFromInline nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline nonisolated(unsafe) let value: UnsafeMutablePointer<Value>

  @inlinable
  init(_ initial: Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs the closure while no other thread is in one; it must not call out.
  @inlinable
  borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value.pointee)
  }
}
