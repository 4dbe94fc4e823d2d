import CoreLoop
import CoreSystem

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
    let result = Waiter<Void, any Error>()
    let check: @Sendable () throws -> Void = { if result.isSettled { throw CancellationError() } }
    BlockingThread.run {
      result.settle(
        Result {
          try check()
          try makeDatabase(at: path, products: products, check: check)
        })
    }
    try await result.valueUnlessCancelled()
  }
}
