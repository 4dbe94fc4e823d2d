/// TSV: a line for each record.
///
/// Fields use `\t`, `\n`, `\r` and `\\` for characters that they cannot contain.
enum TSVSyntax: DelimitedSyntax {
  static let hintForLongRecord: String? = nil
  static let hasEmptyRecords = true

  static func boundary() -> LineBoundary { LineBoundary() }

  @inline(__always)
  static func split(
    _ record: UnsafeBufferPointer<UInt8>, into values: inout [CellValue]
  ) throws(DelimitedFailure) -> Int {
    let end = record.count
    var start = 0
    var index = 0
    while true {
      var hasEscape = false
      var bits: UInt8 = 0
      while index < end, record[index] != UInt8(ascii: "\t") {
        if record[index] == UInt8(ascii: "\\") { hasEscape = true }
        bits |= record[index]
        index &+= 1
      }
      if index == start {
        values.append(.null)
      } else {
        let text =
          hasEscape
          ? unescaped(record, start, index) : record.text(start, index, isASCII: bits < 0x80)
        guard let text else { throw .notUTF8(breaks: 0) }
        values.append(.untyped(text))
      }
      if index == end { return 0 }
      index += 1
      start = index
    }
  }

  /// A field with its escapes decoded; a backslash before any other character stays.
  private static func unescaped(
    _ record: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - start)
    var index = start
    while index < end {
      if record[index] == UInt8(ascii: "\\"), index + 1 < end,
        let byte = byte(escapedAs: record[index + 1])
      {
        bytes.append(byte)
        index += 2
      } else {
        bytes.append(record[index])
        index += 1
      }
    }
    return bytes.withUnsafeBufferPointer { String(utf8: $0) }
  }

  private static func byte(escapedAs letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "\\"): letter
    default: nil
    }
  }
}
