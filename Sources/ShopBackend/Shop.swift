package import WebAPI
import FoundationEssentials
import Glibc
import SQLite

/// The shop itself: what answers requests, behind whichever door they come through.
///
/// The database is opened, and made where there is none, at the first request. All work is done on
/// a thread of the shop's own, one request after the other. Several processes may use one file.
package actor Shop {
  /// The longest body that a request may have, in bytes.
  ///
  /// A door that reads bodies from a network stops reading there.
  package static let maximumBody = 1 << 20

  private let path: String
  private let clock: @Sendable () -> Int
  private let executor = ShopExecutor()
  private var storage: ShopStorage?

  /// The executor that keeps the shop's blocking work off the cooperative pool.
  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes a shop; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: the database; its folder is made where it is missing.
  ///   - clock: gives the seconds since 1970, by which tokens expire.
  package init(database path: String, clock: @escaping @Sendable () -> Int = { time(nil) }) {
    self.path = path
    self.clock = clock
  }

  /// Answers a request; a failure is an answer too.
  ///
  /// - Throws: `CancellationError` where the task was cancelled before the work began, or while it
  ///   waited for another process, and nothing was changed; otherwise it is finished, so that a
  ///   write is never left in doubt.
  package func respond(to request: HTTPRequest) throws(CancellationError) -> HTTPResponse {
    guard !Task.isCancelled else { throw CancellationError() }
    var response: ShopResponse
    do {
      response = try answer(request)
    } catch {
      if Task.isCancelled, Self.isBusy(error) { throw CancellationError() }
      response = Refusal(error).response
    }
    if request.method == .head { response.body = [] }
    return response.message
  }

  private static func isBusy(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: error.isBusy
    case let error as ShopStorageError: error.code == .busy
    default: false
    }
  }

  private func answer(_ message: HTTPRequest) throws -> ShopResponse {
    guard (message.body?.count ?? 0) <= Self.maximumBody else { throw Refusal.tooLarge }
    let request = try ShopRequest(message)
    let storage = try openedStorage()
    return try Router(database: storage.database, now: clock()).respond(to: request)
  }

  private func openedStorage() throws -> ShopStorage {
    if let storage { return storage }
    let opened = try ShopStorage(path: path)
    storage = opened
    return opened
  }
}
