import CoreJSON
import FoundationEssentials
import WebMessages

/// Server-sent events as text (the HTML standard, section 9.2).
struct EventText {
  /// A comment, which shows the client that the connection is still open.
  static let keepAlive = EventText(": keep-alive\n\n")

  /// The start of a stream, with the time to wait before reconnecting, in milliseconds.
  static let beginning = EventText("retry: 1000\n\n")

  private var bytes: [UInt8]

  var data: Data { Data(bytes) }

  var isEmpty: Bool { bytes.isEmpty }

  init(_ text: String = "") {
    bytes = Array(text.utf8)
  }

  mutating func append(_ event: FeedEvent) {
    let change = event.change
    append("event: \(change.kind.rawValue)\n")
    if let id = event.id { append("id: \(id)\n") }
    var json = JSONWriter()
    json.object { json in
      if let resource = change.resource { json.member("resource", resource) }
      if let item = change.id { json.member("id", item) }
    }
    append("data: ")
    bytes.append(contentsOf: json.bytes)
    append("\n\n")
  }

  mutating func append(_ text: EventText) {
    bytes.append(contentsOf: text.bytes)
  }

  mutating func append(position id: Int) {
    append("id: \(id)\n\n")
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
