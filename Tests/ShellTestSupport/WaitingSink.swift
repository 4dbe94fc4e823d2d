import ShellOutput

/// A sink whose bytes a test can wait for.
@MainActor
package final class WaitingSink: KeepingSink {
  package private(set) var bytes: [UInt8] = []
  private var awaited = 0
  private var waiter: CheckedContinuation<Void, Never>?

  package init() {}

  package func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes
    resume()
  }

  /// Waits until this many more bytes were written.
  package func bytes(_ count: Int) async {
    awaited += count
    await withCheckedContinuation { continuation in
      waiter = continuation
      resume()
    }
  }

  private func resume() {
    guard bytes.count >= awaited, let waiter else { return }
    self.waiter = nil
    waiter.resume()
  }
}
