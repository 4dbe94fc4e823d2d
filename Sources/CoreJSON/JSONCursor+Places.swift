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
