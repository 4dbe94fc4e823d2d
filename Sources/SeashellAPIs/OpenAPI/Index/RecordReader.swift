import CoreJSON

/// Reads values from the bytes of a record, without trusting them.
struct RecordReader {
  static let damaged = DescriptionError(
    .index, "the index of the description is damaged; make it again")

  /// The nesting limit of schemas.
  private static let deepest = 64

  private let bytes: [UInt8]
  private(set) var position: Int
  /// The unread parts, in reverse order.
  private var parts: [[UInt8]]
  /// How many more schemas may be read: one byte of a record can become hundreds in memory.
  private var schemasLeft = 100_000
  private var depth = 0

  /// `position` is at most the number of bytes.
  init(_ bytes: [UInt8], parts: [[UInt8]] = [], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
    self.parts = parts.reversed()
  }

  var isAtEnd: Bool { position == bytes.count && parts.isEmpty }

  mutating func byte() throws(DescriptionError) -> UInt8 {
    guard position < bytes.count else { throw Self.damaged }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() throws(DescriptionError) -> Int {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw Self.damaged }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: value)) }
      shift += 7
    }
  }

  mutating func flag() throws(DescriptionError) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw Self.damaged }
    return byte == 1
  }

  /// Reads a length, which is at most the number of bytes left.
  private mutating func length() throws(DescriptionError) -> Int {
    let length = try number()
    guard length >= 0, length <= bytes.count - position else { throw Self.damaged }
    return length
  }

  private mutating func slice() throws(DescriptionError) -> ArraySlice<UInt8> {
    let length = try length()
    defer { position += length }
    return bytes[position..<(position + length)]
  }

  mutating func text() throws(DescriptionError) -> String {
    let length = try length()
    let text = try text(position..<(position + length))
    position += length
    return text
  }

  private func text(_ range: Range<Int>) throws(DescriptionError) -> String {
    // `String(validating:as:)` does the same, and looks up types in the runtime each time.
    guard let text = try? UTF8Span(validating: bytes.span.extracting(range)) else {
      throw Self.damaged
    }
    return String(copying: text)
  }

  mutating func json() throws(DescriptionError) -> JSONValue {
    guard let value = try? JSONValue(json: try slice()) else { throw Self.damaged }
    return value
  }

  mutating func choice<Choice: CaseIterable>() throws(DescriptionError) -> Choice {
    let number = try number()
    guard number >= 0, let choice = Choice.allCases.dropFirst(number).first else {
      throw Self.damaged
    }
    return choice
  }

  mutating func optional<Value>(
    _ read: (inout RecordReader) throws(DescriptionError) -> Value
  ) throws(DescriptionError) -> Value? {
    try flag() ? try read(&self) : nil
  }

  mutating func list<Element>(
    _ read: (inout RecordReader) throws(DescriptionError) -> Element
  ) throws(DescriptionError) -> [Element] {
    // An element takes at least one byte.
    let count = try length()
    var elements: [Element] = []
    elements.reserveCapacity(min(count, 100))
    for _ in 0..<count { elements.append(try read(&self)) }
    return elements
  }

  mutating func optionalText() throws(DescriptionError) -> String? {
    try optional { reader throws(DescriptionError) in try reader.text() }
  }

  mutating func texts() throws(DescriptionError) -> [String] {
    try list { reader throws(DescriptionError) in try reader.text() }
  }

  mutating func part<Value>(
    _ read: (inout RecordReader) throws(DescriptionError) -> Value
  ) throws(DescriptionError) -> Value {
    guard let bytes = parts.popLast() else { throw Self.damaged }
    var part = RecordReader(bytes)
    part.schemasLeft = schemasLeft
    let value = try read(&part)
    guard part.isAtEnd else { throw Self.damaged }
    schemasLeft = part.schemasLeft
    return value
  }

  /// Reads a schema, which may contain others, and counts it against the limits.
  mutating func schema<Value>(
    _ read: (inout RecordReader) throws(DescriptionError) -> Value
  ) throws(DescriptionError) -> Value {
    guard schemasLeft > 0, depth < Self.deepest else { throw Self.damaged }
    schemasLeft -= 1
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }
}
