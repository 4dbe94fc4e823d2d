package import WebAPI
import FoundationEssentials
import Glibc
import SQLite

/// The shop itself: what answers requests, behind whichever door they come through.
///
/// The database is opened, and made where there is none, at the first request, and again at the next
/// one where it was deleted or another file has taken its place. All work is done on
/// a thread of the shop's own, one request after the other. Several processes may use one file.
package actor Shop {
  /// The longest body that a request may have, in bytes.
  ///
  /// A door that reads bodies from a network stops reading there.
  package static let maximumBody = 1 << 20

  let path: String
  /// The ids of the events that this shop has made itself, as many as are kept.
  private(set) var ownEvents = AnnouncedEvents(capacity: EventRecord.kept)
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
    if let event = response.headers["Event-Id"] { ownEvents.remember(event) }
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

  /// Closes a file that is no longer the one at the path.
  func closeIfReplaced() {
    guard let storage, !storage.isInPlace else { return }
    self.storage = nil
    // The ids of another file's events begin anew.
    ownEvents = AnnouncedEvents(capacity: EventRecord.kept)
  }

  private func openedStorage() throws -> ShopStorage {
    closeIfReplaced()
    if let storage { return storage }
    let opened = try ShopStorage(path: path)
    storage = opened
    return opened
  }
}
