import Glibc

/// Reads JSON (RFC 8259) token by token, without building a value.
///
/// Check ``kind()``, then call the function that reads such a value. It throws where the text stops being
/// JSON. It is strict: comments and trailing commas are errors. A cursor that has thrown must not be used
/// again.
///
/// ```swift
/// if try cursor.beginObject() {
///   repeat {
///     let name = try cursor.name()
///     if name == "id" { id = try cursor.string() } else { try cursor.skip() }
///   } while try cursor.nextMember()
/// }
/// ```
@frozen
package struct JSONCursor {
  /// How deep arrays and objects may be nested.
  package static let maximumDepth = 128

  @frozen
  package enum Kind: Sendable {
    case object, array, string, number, boolean, null

    /// The name in RFC 8259.
    var name: String {
      switch self {
      case .object: "object"
      case .array: "array"
      case .string: "string"
      case .number: "number"
      case .boolean: "boolean"
      case .null: "null"
      }
    }
  }

  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  @usableFromInline var position = 0
  @usableFromInline var depth = 0

  /// Creates a cursor at the beginning of a text in UTF-8, which must outlive it.
  @inlinable
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Reads a text that consists of one value.
  ///
  /// - Parameter body: reads the value.
  /// - Throws: what the body throws, or ``JSONError/Reason/expectedEnd``.
  package static func read<Value>(
    _ text: some Collection<UInt8>, _ body: (inout JSONCursor) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Value, JSONError> {
      Result { () throws(JSONError) in
        var cursor = JSONCursor(bytes)
        let value = try body(&cursor)
        try cursor.end()
        return value
      }
    }
    let result = text.withContiguousStorageIfAvailable { read($0) }
    return try (result ?? Array(text).withUnsafeBufferPointer { read($0) }).get()
  }

  /// Skips white space, and returns the byte after it, unless the text ends.
  @inlinable @inline(__always)
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position &+= 1
    }
    return nil
  }

  /// Returns the kind of the next value without reading it.
  @inlinable @inline(__always)
  package mutating func kind() throws(JSONError) -> Kind {
    guard let byte = peek() else { throw JSONError(.expectedValue, at: position) }
    switch byte {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    default: throw JSONError(.expectedValue, at: position)
    }
  }

  /// Checks that the text ends here.
  ///
  /// - Throws: ``JSONError/Reason/expectedEnd`` if there is more than white space.
  @inlinable
  package mutating func end() throws(JSONError) {
    guard peek() == nil else { throw JSONError(.expectedEnd, at: position) }
  }
}

extension JSONCursor {
  /// Begins an array; for an empty one, reads its end too and returns false.
  @inlinable
  package mutating func beginArray() throws(JSONError) -> Bool {
    try begin()
    return !end(UInt8(ascii: "]"))
  }

  /// Goes on to the next element; returns false at the array's end.
  @inlinable @inline(__always)
  package mutating func nextElement() throws(JSONError) -> Bool {
    if take(UInt8(ascii: ",")) { return true }
    guard end(UInt8(ascii: "]")) else { throw JSONError(.expectedCommaOrBracket, at: position) }
    return false
  }

  /// Begins an object; for an empty one, reads its end too and returns false.
  @inlinable
  package mutating func beginObject() throws(JSONError) -> Bool {
    try begin()
    return !end(UInt8(ascii: "}"))
  }

  /// Goes on to the next member; returns false at the object's end.
  @inlinable @inline(__always)
  package mutating func nextMember() throws(JSONError) -> Bool {
    if take(UInt8(ascii: ",")) { return true }
    guard end(UInt8(ascii: "}")) else { throw JSONError(.expectedCommaOrBrace, at: position) }
    return false
  }

  /// Reads a member's name and the colon after it.
  @inlinable
  package mutating func name() throws(JSONError) -> String {
    try checkName()
    let name = try string()
    try colon()
    return name
  }

  /// Reads a member's name and the colon, if the name is exactly these bytes, quotes included.
  @inlinable @inline(__always)
  package mutating func takeName(_ quoted: [UInt8]) throws(JSONError) -> Bool {
    guard peek() != nil, quoted.count <= bytes.count - position, let start = bytes.baseAddress,
      memcmp(start + position, quoted, quoted.count) == 0
    else { return false }
    position += quoted.count
    try colon()
    return true
  }

  @inlinable @inline(__always)
  mutating func checkName() throws(JSONError) {
    guard peek() == UInt8(ascii: "\"") else { throw JSONError(.expectedName, at: position) }
  }

  @inlinable @inline(__always)
  mutating func colon() throws(JSONError) {
    guard take(UInt8(ascii: ":")) else { throw JSONError(.expectedColon, at: position) }
  }

  @inlinable
  mutating func begin() throws(JSONError) {
    guard depth < Self.maximumDepth else { throw JSONError(.tooDeep, at: position) }
    depth &+= 1
    position &+= 1
  }

  @inlinable @inline(__always)
  mutating func end(_ bracket: UInt8) -> Bool {
    guard take(bracket) else { return false }
    depth &-= 1
    return true
  }

  /// Skips white space and consumes the next byte, if it is this one.
  @inlinable @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position &+= 1
    return true
  }
}

extension JSONCursor {
  /// Reads `true` or `false`.
  @inlinable
  package mutating func boolean() throws(JSONError) -> Bool {
    let isTrue = bytes[position] == UInt8(ascii: "t")
    try word(isTrue ? "true" : "false")
    return isTrue
  }

  @inlinable
  package mutating func null() throws(JSONError) {
    try word("null")
  }

  @inlinable
  mutating func word(_ word: StaticString) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    guard count <= bytes.count - position, let start = bytes.baseAddress,
      memcmp(start + position, word.utf8Start, count) == 0
    else { throw JSONError(.expectedValue, at: position) }
    position &+= count
  }

  /// Skips a value of any kind.
  ///
  /// Strings are not checked to be UTF-8 and may have escapes for half of a surrogate pair, as the grammar
  /// allows.
  package mutating func skip() throws(JSONError) {
    switch try kind() {
    case .object:
      guard try beginObject() else { return }
      repeat {
        try checkName()
        _ = try skipString()
        try colon()
        try skip()
      } while try nextMember()
    case .array:
      guard try beginArray() else { return }
      repeat { try skip() } while try nextElement()
    case .string: _ = try skipString()
    case .number: _ = try number()
    case .boolean: _ = try boolean()
    case .null: try null()
    }
  }
}

extension JSONCursor {
  /// A member's position, as offsets in the text.
  struct Member {
    /// The name without its quotes.
    let name: Range<Int>
    let isEscaped: Bool
    var value: Int
    /// The resource object's member that contains it; nil if it belongs to the object itself.
    var parent: StaticString?
  }

  /// Reads a member's name and the colon after it.
  mutating func member() throws(JSONError) -> Member {
    try checkName()
    let start = position + 1
    let isEscaped = try skipString()
    let name = start..<(position - 1)
    try colon()
    return Member(name: name, isEscaped: isEscaped, value: position)
  }

  /// Reads a member's name and the colon, if it is this name without escapes.
  mutating func takeName(_ name: StaticString) throws(JSONError) -> Bool {
    let count = name.utf8CodeUnitCount
    guard peek() == UInt8(ascii: "\""), count + 2 <= bytes.count - position,
      bytes[position + 1 + count] == UInt8(ascii: "\""),
      isText(at: (position + 1)..<(position + 1 + count), name)
    else { return false }
    position += count + 2
    try colon()
    return true
  }

  @inline(__always)
  func isText(at range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
    return memcmp(start + range.lowerBound, text.utf8Start, range.count) == 0
  }

  /// Moves to the value of an object's member, whose name must be written without escapes.
  mutating func enter(_ name: StaticString) throws(JSONError) -> Member? {
    guard try kind() == .object, try beginObject() else { return nil }
    repeat {
      let member = try member()
      if isText(at: member.name, name) { return member }
      try skip()
    } while try nextMember()
    return nil
  }
}

/// Positions in a text, for code that reads values out of order.
extension JSONCursor {
  /// Creates a cursor at a value that was read before, or at the white space before it.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    self.init(bytes)
    position = offset
  }

  /// The offset of the next byte; after ``kind()``, of the next value's first byte.
  package var offset: Int { position }

  /// Reads a member's name and the colon after it, without building a string.
  ///
  /// - Returns: the range of the name without its quotes, and whether it has escapes.
  package mutating func skipName() throws(JSONError) -> (range: Range<Int>, hasEscapes: Bool) {
    let member = try member()
    return (member.name, member.isEscaped)
  }
}
