/// Parses JSON5 (spec.json5.org), and records the line of each value.
///
/// Foundation's decoder does not give the lines, which error messages need.
package struct JSON5Parser {
  private static let maximumDepth = 32

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Parses a text that consists of one value.
  package static func parse(_ text: String) throws(JSON5Error) -> JSON5Value {
    var parser = JSON5Parser(text)
    try parser.skipBlanksAndComments()
    let value = try parser.value(depth: 0)
    try parser.skipBlanksAndComments()
    guard parser.byte == nil else { throw parser.unexpected("the end") }
    return value
  }

  private mutating func value(depth: Int) throws(JSON5Error) -> JSON5Value {
    guard depth <= Self.maximumDepth else { throw error("the values are nested too deeply") }
    let (start, column, offset) = (line, column, index)
    let content: JSON5Value.Content
    switch byte {
    case UInt8(ascii: "{"): content = .object(try members(depth: depth))
    case UInt8(ascii: "["): content = .array(try elements(depth: depth))
    case UInt8(ascii: "\""), UInt8(ascii: "'"): content = .string(try string())
    case let byte? where Self.isWord(byte) || "+-.".utf8.contains(byte): content = try literal()
    default: throw unexpected("a value")
    }
    return JSON5Value(content: content, line: start, column: column, range: offset..<index)
  }

  private mutating func members(depth: Int) throws(JSON5Error) -> [JSON5Value.Member] {
    let first = line
    var members: [JSON5Value.Member] = []
    advance()
    while true {
      try skipBlanksAndComments()
      if take("}") { return members }
      try checkNotAtEnd(of: "the object that begins on line \(first)")
      let (nameLine, nameColumn, start) = (line, column, index)
      let name = try name()
      try skipBlanksAndComments()
      guard take(":") else { throw unexpected("':'") }
      try skipBlanksAndComments()
      members.append(
        .init(
          name: name, line: nameLine, column: nameColumn, start: start,
          value: try value(depth: depth + 1)))
      try skipBlanksAndComments()
      if take(",") || byte == UInt8(ascii: "}") { continue }
      try checkNotAtEnd(of: "the object that begins on line \(first)")
      throw unexpected("',' or '}'")
    }
  }

  private mutating func elements(depth: Int) throws(JSON5Error) -> [JSON5Value] {
    let start = line
    var elements: [JSON5Value] = []
    advance()
    while true {
      try skipBlanksAndComments()
      if take("]") { return elements }
      try checkNotAtEnd(of: "the array that begins on line \(start)")
      elements.append(try value(depth: depth + 1))
      try skipBlanksAndComments()
      if take(",") || byte == UInt8(ascii: "]") { continue }
      try checkNotAtEnd(of: "the array that begins on line \(start)")
      throw unexpected("',' or ']'")
    }
  }

  private mutating func name() throws(JSON5Error) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try string() }
    guard let first = byte, Self.isWord(first), !(0x30...0x39).contains(first) else {
      throw unexpected("a field's name")
    }
    return word { Self.isWord($0) }
  }

  private mutating func literal() throws(JSON5Error) -> JSON5Value.Content {
    let (start, column) = (line, column)
    let word = word { Self.isWord($0) || "+-.".utf8.contains($0) }
    switch word {
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      if let number = JSON5Number.value(of: word) { return .number(number) }
      throw JSON5Error(message: "not a value; put strings in quotes", line: start, column: column)
    }
  }

  private mutating func string() throws(JSON5Error) -> String {
    let (start, column) = (line, column)
    let quote = byte
    var reader = JSON5StringReader()
    advance()
    while let byte {
      let isEscaped = reader.escapes(byte)
      if byte == quote, !isEscaped {
        advance()
        guard let string = reader.string else {
          throw JSON5Error(
            message: "the string has an invalid escape", line: start, column: column)
        }
        return string
      }
      if byte == 0x0A || byte == 0x0D, !isEscaped { break }
      reader.take(byte)
      advance()
    }
    throw JSON5Error(message: "the string is not closed", line: start, column: column)
  }

  private mutating func skipBlanksAndComments() throws(JSON5Error) {
    while let byte {
      switch byte {
      case 0x09...0x0D, 0x20: advance()
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        while let byte = self.byte, byte != 0x0A, byte != 0x0D { advance() }
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        try skipComment()
      case 0x80... where wideBlank > 0: index += wideBlank
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSON5Error) {
    let (start, column) = (line, column)
    index += 2
    while byte != nil {
      if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
        index += 2
        return
      }
      advance()
    }
    throw JSON5Error(message: "the comment is not closed", line: start, column: column)
  }
}

extension JSON5Parser {
  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var next: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  /// The column of this position, counted in characters from 1.
  private var column: Int {
    String(decoding: bytes[lineStart..<min(index, bytes.count)], as: UTF8.self).count + 1
  }

  /// The length of the non-ASCII blank at this position, in bytes; 0 if there is none.
  private var wideBlank: Int {
    guard let byte, byte >= 0x80 else { return 0 }
    // U+00A0, U+2028 and U+2029, U+FEFF.
    for blank: [UInt8] in [
      [0xC2, 0xA0], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9], [0xEF, 0xBB, 0xBF],
    ]
    where bytes[index...].starts(with: blank) { return blank.count }
    return 0
  }

  /// Advances by one byte, and counts lines; CR LF counts once.
  private mutating func advance() {
    let byte = bytes[index]
    let endsLine = byte == 0x0A || (byte == 0x0D && next != 0x0A)
    index += 1
    if endsLine { (line, lineStart) = (line + 1, index) }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte, byte == UInt8(ascii: character) else { return false }
    advance()
    return true
  }

  private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
    let start = index
    while let byte, isPart(byte), wideBlank == 0 { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Whether a byte can be part of an unquoted name; every non-ASCII byte can.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
  }

  private func checkNotAtEnd(of what: @autoclosure () -> String) throws(JSON5Error) {
    if byte == nil { throw error("\(what()) is not closed") }
  }

  private func unexpected(_ expected: String) -> JSON5Error {
    guard byte != nil else { return error("expected \(expected), but the text ends here") }
    let rest = String(decoding: bytes[index...].prefix(16), as: UTF8.self)
    return error("expected \(expected), not '\(rest.prefix(1))'")
  }

  private func error(_ message: String) -> JSON5Error {
    JSON5Error(message: message, line: line, column: column)
  }
}
