import Glibc

/// Waits until descriptors are readable, without blocking a thread.
package enum Readiness {
  /// Whether a read would return at once.
  package static func isReadable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Waits until a read of the descriptor would return at once.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package static func wait(for descriptor: Int32) async throws {
    try await wait(for: [descriptor])
  }

  /// Waits until a read of at least one of the descriptors would return at once.
  ///
  /// - Throws: the same as for one descriptor.
  package static func wait(for descriptors: [Int32]) async throws {
    try await wait(for: descriptors, events: .read)
  }

  /// Waits until a write of up to `PIPE_BUF` bytes to a pipe would return at once, or would fail since its
  /// reader is gone.
  ///
  /// - Throws: the same as for reading.
  package static func wait(forWriting descriptor: Int32) async throws {
    try await wait(for: [descriptor], events: .write)
  }

  /// Waits on the caller's actor: without `isolation`, the closure would hop to the pool and back.
  private static func wait(
    for descriptors: [Int32], events: DescriptorEvents,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let wait = DescriptorWait()
    await withTaskCancellationHandler {
      _ = isolation
      MainLoop.shared.perform { wait.begin(descriptors, events) }
      await wait.isOver.value()
    } onCancel: {
      MainLoop.shared.perform { wait.end() }
    }
    try Task.checkCancellation()
  }
}

/// One task's wait for the first of several descriptors.
@MainActor
private final class DescriptorWait {
  nonisolated let isOver = Waiter<Void, Never>()
  private var watches: [DescriptorWatch] = []

  nonisolated init() {}

  func begin(_ descriptors: [Int32], _ events: DescriptorEvents) {
    guard !isOver.isSettled else { return }
    watches = descriptors.map { MainLoop.shared.watch($0, for: events) { _ in self.end() } }
  }

  func end() {
    for watch in watches { watch.end() }
    watches = []
    isOver.settle()
  }
}
