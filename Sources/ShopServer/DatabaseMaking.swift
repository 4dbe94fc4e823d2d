import ShopBackend
import Synchronization

/// The making of a database, which whoever waits for it may give up.
final class DatabaseMaking: Sendable {
  private struct State {
    var isGivenUp = false
    var waiting: CheckedContinuation<Void, any Error>?
  }

  private let state = Mutex(State())

  /// Makes the database, and waits for it.
  ///
  /// - Throws: what the shop throws; `CancellationError` as soon as the task is cancelled.
  func make(at path: String, products: Int) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiting = continuation }
        ServerThread.run { [self] in
          settle(
            Result {
              try check()
              try Shop.makeDatabase(at: path, products: products, check: check)
            })
        }
      }
    } onCancel: {
      state.withLock { $0.isGivenUp = true }
      settle(.failure(CancellationError()))
    }
  }

  private func check() throws {
    if state.withLock({ $0.isGivenUp }) { throw CancellationError() }
  }

  private func settle(_ result: Result<Void, any Error>) {
    state.withLock { $0.waiting.take() }?.resume(with: result)
  }
}
