@testable import WebMessages

/// The input is a stream of server-sent events.
///
/// It gives the same events wherever it is cut, and those that the standard says.
func fuzzEvents(_ stream: [UInt8]) {
  let whole = read(stream, inPiecesOf: max(stream.count, 1))
  promise(whole.events == expectedEvents(of: stream))
  for size in [1, 2, 3, 7] {
    let pieces = read(stream, inPiecesOf: size)
    promise(pieces.events == whole.events)
    promise(pieces.parser.lastID == whole.parser.lastID)
    promise(pieces.parser.retry == whole.parser.retry)
  }
  promise(whole.parser.retry ?? .zero >= .zero)
  for event in whole.events {
    promise(event.data.utf8.count <= 3 * stream.count && !event.name.isEmpty)
    promise(!event.inheritsID || event.id != nil)
    _ = FeedEvent(event)
  }
}

private func read(
  _ stream: [UInt8], inPiecesOf size: Int
) -> (events: [ServerSentEvent], parser: ServerSentEventParser) {
  var parser = ServerSentEventParser()
  var events: [ServerSentEvent] = []
  for start in stride(from: 0, to: stream.count, by: size) {
    do throws(ServerSentEventTooLong) {
      events += try parser.parse(stream[start..<min(start + size, stream.count)])
    } catch {
      breach("no input is as long as the bound")
    }
  }
  return (events, parser)
}

/// Reads a stream as section 9.2.6 of the HTML Standard says, byte by byte.
private func expectedEvents(of stream: [UInt8]) -> [ServerSentEvent] {
  var events: [ServerSentEvent] = []
  var (name, data, hasID) = ("", [UInt8]?.none, false)
  var lastID: String?
  for line in lines(of: stream) {
    if line.isEmpty {
      // An empty id means that there is none.
      let id = lastID?.isEmpty == true ? nil : lastID
      if let data {
        events.append(
          ServerSentEvent(
            name: name.isEmpty ? "message" : name, data: String(decoding: data, as: UTF8.self),
            id: id, inheritsID: !hasID && id != nil))
      }
      (name, data, hasID) = ("", nil, false)
      continue
    }
    let field = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line[field.endIndex...].dropFirst()
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch String(decoding: field, as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data": data = data.map { $0 + "\n".utf8 + value } ?? Array(value)
    case "id" where !value.contains(0):
      (lastID, hasID) = (String(decoding: value, as: UTF8.self), true)
    default: break
    }
  }
  return events
}

/// The lines that have ended.
private func lines(of stream: [UInt8]) -> [ArraySlice<UInt8>] {
  var lines: [ArraySlice<UInt8>] = []
  var start = 0
  for (index, byte) in stream.enumerated() where byte == 0x0A || byte == 0x0D {
    if byte == 0x0A, index > 0, stream[index - 1] == 0x0D {
      start = index + 1
      continue
    }
    lines.append(stream[start..<index])
    start = index + 1
  }
  if let first = lines.first, first.starts(with: [0xEF, 0xBB, 0xBF]) {
    lines[0] = first.dropFirst(3)
  }
  return lines
}
