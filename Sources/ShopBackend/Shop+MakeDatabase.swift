import CoreSystem
import Synchronization

extension Shop {
  /// Creates a database with many products, for measurements.
  ///
  /// It blocks until everything is on disk: about half a minute for a million products.
  ///
  /// - Parameters:
  ///   - path: the file, which must be empty or not exist.
  ///   - products: the number of products; the first ones are the catalogue's.
  ///   - check: called before each generated product. If it throws, nothing is created.
  package static func makeDatabase(
    at path: String, products: Int, check: () throws -> Void = {}
  ) throws {
    _ = try ShopStorage(path: path, products: products, check: check)
  }

  /// Creates a database like ``makeDatabase(at:products:check:)``, on a thread of its own.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled. The thread ends soon after.
  package static func makeDatabaseInBackground(at path: String, products: Int) async throws {
    try await DatabaseMaker().make(at: path, products: products)
  }
}

private final class DatabaseMaker: Sendable {
  private struct State {
    var isCancelled = false
    var waiting: CheckedContinuation<Void, any Error>?
  }

  private let state = Mutex(State())

  func make(at path: String, products: Int) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiting = continuation }
        BlockingThread.run { [self] in
          finish(
            Result {
              try check()
              try Shop.makeDatabase(at: path, products: products, check: check)
            })
        }
      }
    } onCancel: {
      state.withLock { $0.isCancelled = true }
      finish(.failure(CancellationError()))
    }
  }

  private func check() throws {
    if state.withLock({ $0.isCancelled }) { throw CancellationError() }
  }

  private func finish(_ result: Result<Void, any Error>) {
    state.withLock { $0.waiting.take() }?.resume(with: result)
  }
}
