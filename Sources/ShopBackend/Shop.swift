package import WebMessages
import FoundationEssentials
import Glibc
import CoreSQLite

/// The shop itself: what answers requests, behind whichever door they come through.
///
/// The database is opened, and made where there is none, at the first request, and again at the next
/// one where it was deleted or another file has taken its place. All work is done on
/// a thread of the shop's own, one request after the other; only passwords are compared beside it.
/// Several processes may use one file.
package actor Shop {
  /// The longest body that a request may have, in bytes.
  ///
  /// A door that reads bodies from a network stops reading there.
  package static let maximumBody = 1 << 20

  let path: String
  /// The ids of the events that this shop has made itself, as many as are kept.
  private(set) var ownEvents = RecentEventIDs(capacity: EventRecord.kept)
  /// The writes that wait for their turn under a key.
  var keysInFlight: Set<KeyInFlight> = []
  let clock: @Sendable () -> Int
  private let attempts: LoginAttempts
  private let passwords = PasswordCheck()
  private var answers = AnswerCache()
  private let holdsAnswers: Bool
  /// Those who follow the events, and what they are told; see `Shop+Events.swift`.
  let followers = EventFollowers()
  let followClock: any Clock<Duration>
  var history: EventHistory?
  var historyCount = 0
  var looking: Task<Void, Never>?
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
  ///   - holdsAnswers: whether an answer is kept, to be given again while nothing has changed: many
  ///     ask a server the same, and one user seldom does.
  ///   - followClock: what goes by between two looks at the file, for those who follow its events.
  ///   - clock: gives the seconds since 1970, by which tokens expire.
  ///   - uptime: gives seconds by a clock that nobody sets, by which wrong passwords are counted.
  package init(
    database path: String, holdsAnswers: Bool = true,
    followClock: any Clock<Duration> = ContinuousClock(),
    clock: @escaping @Sendable () -> Int = { time(nil) },
    uptime: @escaping @Sendable () -> Int = { Shop.secondsOfUptime() }
  ) {
    attempts = LoginAttempts(now: uptime)
    self.path = path
    self.holdsAnswers = holdsAnswers
    self.followClock = followClock
    self.clock = clock
  }

  /// The seconds for which the machine has run.
  package static func secondsOfUptime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }

  /// Answers a request; a failure is an answer too.
  ///
  /// - Throws: `CancellationError` where the task was cancelled before the work began, or while it
  ///   waited for another process or for a password, and nothing was changed; otherwise it is finished, so that a
  ///   write is never left in doubt.
  package func respond(to request: HTTPRequest) async throws(CancellationError) -> HTTPResponse {
    guard !Task.isCancelled else { throw CancellationError() }
    var response: ShopResponse
    do {
      if let events = try followedEvents(request) { return events }
      response = try await answer(request)
    } catch {
      if error is CancellationError || Task.isCancelled && Self.isBusy(error) {
        throw CancellationError()
      }
      response = Refusal(error).response(to: request.headers)
    }
    if let event = response.headers["Event-Id"] {
      ownEvents.insert(event)
      tellFollowers()
    }
    response.finish(for: request)
    return response.message
  }

  private static func isBusy(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: error.isBusy
    case let error as ShopStorageError: error.code == .busy
    default: false
    }
  }

  private func answer(_ message: HTTPRequest) async throws -> ShopResponse {
    try ForeignPage.refuse(message)
    guard (message.body?.count ?? 0) <= Self.maximumBody else { throw Refusal.tooLarge }
    let question = holdsAnswers ? AnswerCache.Question(message) : nil
    if let question, let answer = try heldAnswer(to: question) { return answer }
    let request = try ShopRequest(message)
    let database = try openedStorage().database
    let router = Router(
      database: database, now: clock(), attempts: attempts, passwords: passwords)
    guard let question, Resource(request.segments)?.isForAll == true else {
      return try await router.respond(to: request)
    }
    let version = try AnswerCache.Version(of: database)
    let answer = try await router.respond(to: request)
    answers.hold(answer, to: question, at: version)
    return answer
  }

  /// The answer that was given before; nil where there is none, or where the file has changed.
  private func heldAnswer(to question: AnswerCache.Question) throws -> ShopResponse? {
    guard answers.holds(question) else { return nil }
    closeIfReplaced()
    guard let storage else { return nil }
    return answers.answer(to: question, at: try AnswerCache.Version(of: storage.database))
  }

  /// Closes a file that is no longer the one at the path.
  func closeIfReplaced() {
    guard let storage, !storage.isInPlace else { return }
    self.storage = nil
    answers = AnswerCache()
    // The ids of another file's events begin anew.
    ownEvents = RecentEventIDs(capacity: EventRecord.kept)
  }

  func openedStorage() throws -> ShopStorage {
    closeIfReplaced()
    if let storage { return storage }
    let opened = try ShopStorage(path: path)
    storage = opened
    return opened
  }
}
