import WebMessages

/// The changes since the first stream was opened, read from the database once for all streams.
struct EventHistory {
  /// The number of changes in memory; earlier ones are read from the database.
  static let capacity = 1_000

  /// Identifies the history; a history ends with the last stream.
  let number: Int

  private var reader: ChangeReader
  private var events: [FeedEvent] = []
  private var first = 0
  /// The index of the last gap; behind it, ids follow one another.
  private var lastGap = -1

  init(number: Int, path: String, after id: Int) {
    self.number = number
    reader = ChangeReader(path: path, after: id)
  }

  var newest: Int { reader.position ?? 0 }

  var end: EventCursor { .held(first + events.count, history: number) }

  mutating func poll() -> Bool {
    var isNew = false
    while true {
      let found = reader.next()
      if found.isEmpty { return isNew }
      isNew = true
      if found[0] == .everything { lastGap = first + events.count }
      events += found
      if events.count > Self.capacity {
        first += events.count - Self.capacity
        events.removeFirst(events.count - Self.capacity)
      }
      if found.count < ChangeReader.batch { return isNew }
    }
  }

  /// Returns the events after a cursor, and moves it past them.
  mutating func text(from cursor: inout EventCursor) -> EventText {
    switch cursor {
    case .held(let index, number) where index >= first:
      let following = events.dropFirst(index - first).prefix(ChangeReader.batch)
      cursor = .held(index + following.count, history: number)
      return Self.text(following)
    case .stored(after: let id, number):
      guard let (following, isLast) = reader.changes(after: id) else { return gap(&cursor) }
      cursor = isLast ? end : .stored(after: id + following.count, history: number)
      return Self.text(following[...])
    case .held(let index, number) where index > lastGap:
      // A slow client continues with the database.
      let id = newest - (first + events.count - index)
      cursor = .stored(after: id, history: number)
      return text(from: &cursor)
    default:
      return gap(&cursor)
    }
  }

  /// Returns that everything may have changed, and moves the cursor to the end.
  func gap(_ cursor: inout EventCursor) -> EventText {
    cursor = end
    var text = EventText()
    text.append(.everything)
    // Written separately, since the event has no id.
    text.append(position: newest)
    return text
  }

  private static func text(_ events: ArraySlice<FeedEvent>) -> EventText {
    var text = EventText()
    for event in events { text.append(event) }
    return text
  }
}

enum EventCursor {
  /// After an event in the database.
  case stored(after: Int, history: Int)
  /// At an index of the changes in memory.
  case held(Int, history: Int)
}
