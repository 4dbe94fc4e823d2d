/// CSV (RFC 4180).
///
/// Lines end in CR LF or LF. A quote is literal in a field that does not begin with one.
enum CSVSyntax: DelimitedSyntax {
  static let hintForLongRecord: String? = "perhaps a quote is not closed"
  static let hasEmptyRecords = false

  static func boundary() -> CSVBoundary { CSVBoundary() }

  @inline(__always)
  static func split(
    _ record: UnsafeBufferPointer<UInt8>, into values: inout [CellValue]
  ) throws(DelimitedFailure) -> Int {
    if record.offset(of: quote) != nil { return try splitQuoted(record, into: &values) }
    var start = 0
    while true {
      let end = try plainField(record, from: start, breaks: 0, into: &values)
      if end == record.count { return 0 }
      start = end + 1
    }
  }

  /// Appends a field that is not quoted; returns the offset of the separator after it, or the
  /// record's length.
  @inline(__always)
  private static func plainField(
    _ record: UnsafeBufferPointer<UInt8>, from start: Int, breaks: Int,
    into values: inout [CellValue]
  ) throws(DelimitedFailure) -> Int {
    var index = start
    var bits: UInt8 = 0
    while index < record.count, record[index] != comma {
      bits |= record[index]
      index &+= 1
    }
    if index == start {
      values.append(.null)
    } else {
      guard let text = record.text(start, index, isASCII: bits < 0x80) else {
        throw .notUTF8(breaks: breaks)
      }
      values.append(.untyped(text))
    }
    return index
  }

  private static func splitQuoted(
    _ record: UnsafeBufferPointer<UInt8>, into values: inout [CellValue]
  ) throws(DelimitedFailure) -> Int {
    var breaks = 0
    var start = 0
    while true {
      let end: Int
      if start < record.count, record[start] == quote {
        end = try quotedField(record, from: start, breaks: &breaks, into: &values)
      } else {
        end = try plainField(record, from: start, breaks: breaks, into: &values)
      }
      if end == record.count { return breaks }
      start = end + 1
    }
  }

  private static func quotedField(
    _ record: UnsafeBufferPointer<UInt8>, from opening: Int, breaks: inout Int,
    into values: inout [CellValue]
  ) throws(DelimitedFailure) -> Int {
    var start = opening + 1
    var content: [UInt8] = []
    while true {
      let rest = UnsafeBufferPointer(rebasing: record[start...])
      guard let length = rest.offset(of: quote) else { throw .unclosedQuote(breaks: breaks) }
      let end = start + length
      if end + 1 < record.count, record[end + 1] == quote {
        content.append(contentsOf: record[start...end])
        start = end + 2
        continue
      }
      let text: String?
      if content.isEmpty {
        text = record.text(start, end)
      } else {
        content.append(contentsOf: record[start..<end])
        text = content.withUnsafeBufferPointer { String(utf8: $0) }
      }
      guard let text else { throw .notUTF8(breaks: breaks) }
      values.append(text.isEmpty ? .null : .untyped(text))
      breaks += record[opening..<end].count { $0 == UInt8(ascii: "\n") }
      guard end + 1 == record.count || record[end + 1] == comma else {
        throw .textAfterQuote(breaks: breaks)
      }
      return end + 1
    }
  }
}

private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")

/// Finds the ends of records in CSV, where a quoted field can have line breaks.
struct CSVBoundary: RecordBoundary {
  private enum State {
    case fieldStart, plain, quoted
    /// After a quote in a quoted field: its end, or the first of two.
    case afterQuote
  }

  private var state = State.fieldStart
  /// Whether at most a byte order mark has been found so far.
  private var isAtStart = true

  mutating func length(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if !isAtStart, state == .fieldStart, let end = bytes.offset(of: UInt8(ascii: "\n")),
      UnsafeBufferPointer(rebasing: bytes[..<end]).offset(of: quote) == nil
    {
      return end + 1
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch state {
      case .quoted: if byte == quote { state = .afterQuote }
      case .afterQuote where byte == quote: state = .quoted
      case .fieldStart where byte == quote: state = .quoted
      case .fieldStart where isAtStart && (byte == 0xEF || byte == 0xBB || byte == 0xBF): continue
      case .fieldStart, .plain, .afterQuote:
        if byte == UInt8(ascii: "\n") {
          state = .fieldStart
          isAtStart = false
          return index
        }
        state = byte == comma ? .fieldStart : .plain
      }
      isAtStart = false
    }
    return nil
  }
}
