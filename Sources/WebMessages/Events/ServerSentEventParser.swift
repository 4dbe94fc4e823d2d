/// A server-sent event (HTML Standard, section 9.2, "Server-sent events").
package struct ServerSentEvent: Sendable, Hashable {
  /// The event's name; `message` if the server gives none.
  package var name: String

  /// The data, with its lines joined by newlines.
  package var data: String

  /// The id after which the stream can be resumed, if any event had one yet.
  package var id: String?

  /// Whether the id comes from an earlier event, because this one has none.
  package var inheritsID: Bool

  init(name: String, data: String, id: String? = nil, inheritsID: Bool = false) {
    self.name = name
    self.data = data
    self.id = id
    self.inheritsID = inheritsID
  }
}

/// Parses server-sent events from a stream's pieces, which may be cut anywhere.
///
/// Source: HTML Standard, section 9.2.6, "Interpreting an event stream".
package struct ServerSentEventParser: Sendable {
  /// The default length limit of a line and of an event's data, in bytes.
  package static let bound = 1 << 16

  /// The id to resume after, if one was sent yet.
  ///
  /// An id takes effect at the end of its event, so that an incomplete event is sent again. An id without
  /// data counts too: a server uses it to mark the beginning of its stream.
  package private(set) var lastID: String?

  /// ``lastID``, unless it has control characters, which no header field can carry.
  package var resumableID: String? {
    lastID.flatMap { HTTPHeaders.isValue($0) ? $0 : nil }
  }

  /// How long the server asks clients to wait before reconnecting, if it does.
  package private(set) var retry: Duration?

  private let bound: Int
  private var line: [UInt8] = []
  private var followsCarriageReturn = false
  private var isFirstLine = true
  private var name = ""
  private var data: String?
  /// The last id field; with ``hasID``, it belongs to the current event.
  private var id = ""
  private var hasID = false

  /// - Parameters:
  ///   - lastID: the id after which the stream was resumed.
  ///   - bound: the length limit of a line and of an event's data, in bytes.
  package init(resumingAfter lastID: String? = nil, bound: Int = Self.bound) {
    self.lastID = lastID
    id = lastID ?? ""
    self.bound = bound
  }

  /// Parses a piece, and returns the events that it completes.
  ///
  /// - Throws: ``ServerSentEventTooLong`` if a line or an event exceeds the limit.
  package mutating func parse(_ piece: some Sequence<UInt8>) throws(ServerSentEventTooLong)
    -> [ServerSentEvent]
  {
    var events: [ServerSentEvent] = []
    for byte in piece {
      // CR LF is one line end.
      let isSecondHalf = followsCarriageReturn && byte == UInt8(ascii: "\n")
      followsCarriageReturn = byte == UInt8(ascii: "\r")
      if isSecondHalf { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        guard line.count < bound else { throw ServerSentEventTooLong() }
        line.append(byte)
        continue
      }
      if let event = try endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() throws(ServerSentEventTooLong) -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    // By bytes: Swift combines a colon or space and a following combining mark into one character.
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
      guard (data?.utf8.count ?? -1) + 1 + value.utf8.count <= bound else {
        throw ServerSentEventTooLong()
      }
      if data == nil { data = value } else { data?.append("\n\(value)") }
    case "id" where !bytes.contains(0): (id, hasID) = (value, true)
    case "retry":
      if bytes.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int(value) {
        retry = .milliseconds(milliseconds)
      }
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer { (name, data, hasID) = ("", nil, false) }
    lastID = id.isEmpty ? nil : id
    return data.map { data in
      ServerSentEvent(
        name: name.isEmpty ? "message" : name, data: data, id: lastID,
        inheritsID: !hasID && lastID != nil)
    }
  }
}

/// The error for a line or event that exceeds the parser's limit.
package struct ServerSentEventTooLong: Error {}
