/// Reads server-sent events from the pieces of a stream, wherever it was cut into them.
///
/// Source: the HTML Standard, section 9.2.6, "Interpreting an event stream".
package struct ServerSentEventParser: Sendable {
  /// How many bytes a line, and the data of one event, may have.
  package static let bound = 1 << 16

  /// The id to resume after; nil where none has come.
  package private(set) var lastID: String?

  /// How long the server wants its followers to wait before they come again; nil where it does not
  /// say.
  package private(set) var retry: Duration?

  private var line: [UInt8] = []
  private var followsCarriageReturn = false
  private var isFirstLine = true
  private var name = ""
  private var data: String?
  private var hasID = false

  /// Makes a parser for the beginning of a stream.
  ///
  /// - Parameter lastID: the id that the stream was asked to resume after.
  package init(resumingAfter lastID: String? = nil) {
    self.lastID = lastID
  }

  /// Reads a piece.
  ///
  /// - Returns: the events that it completes, in their order.
  /// - Throws: ``ServerSentEventTooLong`` if a line or an event is longer than the bound.
  package mutating func parse(_ piece: some Sequence<UInt8>) throws(ServerSentEventTooLong)
    -> [ServerSentEvent]
  {
    var events: [ServerSentEvent] = []
    for byte in piece {
      // A line feed behind a carriage return belongs to it.
      let isSecondHalf = followsCarriageReturn && byte == UInt8(ascii: "\n")
      followsCarriageReturn = byte == UInt8(ascii: "\r")
      if isSecondHalf { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        guard line.count < Self.bound else { throw ServerSentEventTooLong() }
        line.append(byte)
        continue
      }
      if let event = try endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() throws(ServerSentEventTooLong) -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    // By bytes: a colon or a space with a combining mark behind it is one character to Swift.
    var text = line[...]
    if isFirstLine, text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    isFirstLine = false
    if text.isEmpty { return dispatch() }
    let field = text.prefix { $0 != UInt8(ascii: ":") }
    var bytes = text[field.endIndex...].dropFirst()
    if bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    let value = String(decoding: bytes, as: UTF8.self)
    switch String(decoding: field, as: UTF8.self) {
    case "event": name = value
    case "data":
      guard (data?.utf8.count ?? -1) + 1 + value.utf8.count <= Self.bound else {
        throw ServerSentEventTooLong()
      }
      if data == nil { data = value } else { data?.append("\n\(value)") }
    case "id" where !bytes.contains(0): (lastID, hasID) = (value, true)
    case "retry":
      if bytes.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int(value) {
        retry = .milliseconds(milliseconds)
      }
    default: break
    }
    return nil
  }

  /// Ends the event at hand; one without data is none.
  private mutating func dispatch() -> ServerSentEvent? {
    defer { (name, data, hasID) = ("", nil, false) }
    return data.map { data in
      ServerSentEvent(
        name: name.isEmpty ? "message" : name, data: data, id: lastID,
        inheritsID: !hasID && lastID != nil)
    }
  }
}

/// A line or an event of a stream is longer than ``ServerSentEventParser/bound``.
package struct ServerSentEventTooLong: Error {}
