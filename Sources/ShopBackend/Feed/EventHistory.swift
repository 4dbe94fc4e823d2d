/// What has happened in the shop since somebody began to follow it, read from the file once for all who
/// do.
struct EventHistory {
  /// How many events are held in memory; those before them are read from the file.
  static let held = 1_000

  /// Which history it is: one ends when the last one who follows has gone.
  let number: Int

  private var watch: ShopWatch
  private var events: [ShopChange] = []
  /// How many events were held before the first of those that are.
  private var first = 0

  /// Begins behind an event of a file.
  init(number: Int, path: String, after id: Int) {
    self.number = number
    watch = ShopWatch(path: path, after: id)
  }

  /// The id of the last event.
  var newest: Int { watch.position ?? 0 }

  /// The place behind all that is held.
  var end: EventCursor { .at(first + events.count, history: number) }

  /// Reads what is new.
  ///
  /// - Returns: whether there was anything.
  mutating func look() -> Bool {
    var isNew = false
    while true {
      let found = watch.next()
      if found.isEmpty { return isNew }
      isNew = true
      events += found
      if events.count > Self.held {
        first += events.count - Self.held
        events.removeFirst(events.count - Self.held)
      }
      if found.count < ShopWatch.batch { return isNew }
    }
  }

  /// Tells what follows a place, and moves it behind that.
  mutating func text(from place: inout EventCursor) -> EventText {
    switch place {
    case .at(let index, number) where index >= first:
      let following = events.dropFirst(index - first).prefix(ShopWatch.batch)
      place = .at(index + following.count, history: number)
      return Self.text(following)
    case .behind(let id, number):
      guard let (following, isLast) = watch.events(after: id) else { return lost(&place) }
      place = isLast ? end : .behind(id + following.count, history: number)
      return Self.text(following[...])
    default:
      return lost(&place)
    }
  }

  /// Tells one who cannot be told everything, and goes on with what is new.
  func lost(_ place: inout EventCursor) -> EventText {
    place = end
    var text = EventText()
    text.append(.everything)
    // Apart from the event: an id would say that it is the one of that id.
    text.append(place: newest)
    return text
  }

  private static func text(_ events: ArraySlice<ShopChange>) -> EventText {
    var text = EventText()
    for event in events { text.append(event) }
    return text
  }
}
