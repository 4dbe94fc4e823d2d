import CoreSQLite
import FoundationEssentials

/// The shop's event streams, and the changes to send, which are read only while there are streams.
///
/// Only the shop's actor uses it.
final class EventFeed {
  /// Calls ``EventFeed/read(from:)`` on the shop's actor.
  typealias Reader = @Sendable (EventCursor) async -> (text: EventText, next: EventCursor)

  let streams: EventStreams

  private let path: String
  private var history: EventHistory?
  private var historyCount = 0

  init(path: String, streams: EventStreams) {
    self.path = path
    self.streams = streams
  }

  /// Opens a stream after the last event that the client has received, or at new events if it is
  /// nil.
  ///
  /// Returns nil once all streams have ended.
  func open(
    after last: String?, in database: Database, _ reader: @escaping Reader
  ) throws -> EventStream? {
    guard let signal = streams.join() else { return nil }
    do {
      var history = try history ?? newHistory(of: database)
      _ = history.poll()
      let (cursor, greeting) = try Self.start(after: last, history, in: database)
      self.history = history
      return EventStream(signal, of: streams, at: cursor, greeting: greeting, reader)
    } catch {
      streams.leave(signal)
      throw error
    }
  }

  func read(from cursor: EventCursor) -> (text: EventText, next: EventCursor) {
    guard var history else { return (EventText(), cursor) }
    defer { self.history = history }
    var next = cursor
    let text = history.text(from: &next)
    return (text, next)
  }

  /// Reads new changes, and wakes all streams; returns false if there are no streams.
  func poll() -> Bool {
    guard !streams.isEmpty, var history else {
      history = nil
      return false
    }
    let hasEvents = history.poll()
    self.history = history
    streams.notify(hasEvents ? .events : .noEvents)
    return true
  }

  /// Unlike ``poll()``, it does not count towards keep-alives.
  func pollAfterWrite() {
    guard var history else { return }
    let hasEvents = history.poll()
    self.history = history
    if hasEvents { streams.notify(.events) }
  }

  private func newHistory(of database: Database) throws -> EventHistory {
    historyCount += 1
    return EventHistory(
      number: historyCount, path: path, after: try ChangeReader.newest(in: database))
  }

  private static func start(
    after last: String?, _ history: EventHistory, in database: Database
  ) throws -> (EventCursor, EventText) {
    var (cursor, text) = (history.end, EventText.beginning)
    guard let last else {
      text.append(position: history.newest)
      return (cursor, text)
    }
    if let id = Int(last), id >= 0, id <= history.newest, String(id) == last {
      let oldest =
        try database.first("SELECT min(id) FROM events") { row in
          row.isNull(0) ? nil : row.integer(0)
        } ?? nil
      if id == history.newest { return (cursor, text) }
      if let oldest, id + 1 >= oldest { return (.stored(after: id, history: history.number), text) }
    }
    text.append(history.gap(&cursor))
    return (cursor, text)
  }
}

/// An open event stream.
///
/// It stores no events. A slow client gets them from the database. Once they are deleted there, it gets the event of a
/// gap instead: everything may have changed.
actor EventStream {
  private let reader: EventFeed.Reader
  private let streams: EventStreams
  private let signal: EventSignal
  private var cursor: EventCursor
  private var greeting: Data?

  init(
    _ signal: EventSignal, of streams: EventStreams, at cursor: EventCursor, greeting: EventText,
    _ reader: @escaping EventFeed.Reader
  ) {
    self.reader = reader
    self.streams = streams
    self.signal = signal
    self.cursor = cursor
    self.greeting = greeting.data
  }

  deinit {
    streams.leave(signal)
  }

  func next() async throws -> Data? {
    if let greeting = greeting.take() { return greeting }
    streams.touch(signal)
    while true {
      let (text, next) = await reader(cursor)
      cursor = next
      if !text.isEmpty { return text.data }
      switch try await signal.wait() {
      case .events, .noEvents: continue
      case .keepAlive: return EventText.keepAlive.data
      case .end: return nil
      }
    }
  }
}
