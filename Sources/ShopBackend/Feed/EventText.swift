import FoundationEssentials

/// Events as server-sent ones (the HTML standard, section 9.2).
struct EventText {
  /// A comment, by which both sides see that the other is still there.
  static let keepAlive = EventText(": keep-alive\n\n")

  /// What a stream begins with: how many milliseconds to wait before it is asked for again.
  static let beginning = EventText("retry: 1000\n\n")

  private var bytes: [UInt8]

  var data: Data { Data(bytes) }

  var isEmpty: Bool { bytes.isEmpty }

  init(_ text: String = "") {
    bytes = Array(text.utf8)
  }

  /// Adds an event.
  mutating func append(_ change: ShopChange) {
    append("event: \(change.kind.rawValue)\n")
    if let id = change.eventID { append("id: \(id)\n") }
    var json = JSONWriter()
    json.openObject()
    if let resource = change.resource {
      json.key("resource")
      json.string(resource)
    }
    if let item = change.item {
      json.key("id")
      json.string(item)
    }
    json.closeObject()
    append("data: ")
    bytes.append(contentsOf: json.bytes)
    append("\n\n")
  }

  mutating func append(_ text: EventText) {
    bytes.append(contentsOf: text.bytes)
  }

  /// Adds the id from which to go on, and no event.
  mutating func append(place id: Int) {
    append("id: \(id)\n\n")
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
