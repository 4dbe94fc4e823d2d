import FoundationEssentials
import CoreSQLite
import WebMessages

extension Shop {
  /// How often the file is looked at for what other processes have done.
  private static let lookInterval = Duration.milliseconds(250)

  /// Ends what those are told who follow the shop's events; nobody can follow them any more.
  nonisolated package func endFollowing() {
    followers.end()
  }

  /// Answers whoever asks to follow the shop's events.
  ///
  /// - Returns: nil where something else is asked.
  func followedEvents(_ request: HTTPRequest) throws -> HTTPResponse? {
    guard !request.method.isWrite, Self.isFeed(request.url) else { return nil }
    let database = try openedStorage().database
    var response = HTTPResponse(
      status: 200,
      headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"])
    guard request.method == .get else { return response }
    guard let signal = followers.join() else {
      throw Refusal(
        status: 503, code: "stopping", detail: "The server is about to end. Try again later.",
        headers: ["Retry-After": "5"])
    }
    do {
      var history = try history ?? newHistory(of: database)
      _ = history.look()
      let (place, greeting) = try Self.begin(
        request.headers["Last-Event-ID"], with: history, in: database)
      self.history = history
      let follower = EventFollower(self, followers, signal, at: place, greeting: greeting)
      response.body = HTTPBody { try await follower.next() }
    } catch {
      followers.leave(signal)
      throw error
    }
    beginLooking()
    return response
  }

  /// What follows a place, and the place behind that.
  func news(from place: EventCursor) -> (text: EventText, place: EventCursor) {
    guard var history else { return (EventText(), place) }
    defer { self.history = history }
    var place = place
    let text = history.text(from: &place)
    return (text, place)
  }

  /// Has those who follow told at once of what this shop has done.
  func tellFollowers() {
    guard var history else { return }
    let isNew = history.look()
    self.history = history
    if isNew { followers.tell(.news) }
  }

  private static func isFeed(_ url: URL) -> Bool {
    let whole = url.absoluteString
    let address = whole.prefix { $0 != "?" && $0 != "#" }
    guard address.hasSuffix("/v1/events") else { return false }
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address
    return rest.drop { $0 != "/" } == "/v1/events"
  }

  private func newHistory(of database: Database) throws -> EventHistory {
    historyCount += 1
    let newest = try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'events'") {
      $0.integer(0)
    }
    return EventHistory(number: historyCount, path: path, after: newest ?? 0)
  }

  /// Finds where to begin.
  ///
  /// - Parameter last: the id of the last event that the client knows; nil where it begins now.
  private static func begin(
    _ last: String?, with history: EventHistory, in database: Database
  ) throws -> (EventCursor, EventText) {
    var (place, text) = (history.end, EventText.beginning)
    guard let last else {
      text.append(place: history.newest)
      return (place, text)
    }
    if let id = Int(last), id >= 0, id <= history.newest, String(id) == last {
      let oldest =
        try database.first("SELECT min(id) FROM events") { row in
          row.isNull(0) ? nil : row.integer(0)
        } ?? nil
      if id == history.newest { return (place, text) }
      if let oldest, id + 1 >= oldest { return (.behind(id, history: history.number), text) }
    }
    text.append(history.lost(&place))
    return (place, text)
  }

  /// Looks at the file again and again, for as long as anybody follows.
  private func beginLooking() {
    guard looking == nil else { return }
    looking = Task { [weak self, followClock] in
      while (try? await followClock.sleep(for: Self.lookInterval)) != nil {
        guard await self?.look() == true else { return }
      }
    }
  }

  /// Looks once.
  ///
  /// - Returns: false where nobody follows any more.
  private func look() -> Bool {
    guard !followers.isEmpty, var history else {
      (history, looking) = (nil, nil)
      return false
    }
    let isNew = history.look()
    self.history = history
    followers.tell(isNew ? .news : .nothing)
    return true
  }
}
