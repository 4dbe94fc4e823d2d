/// Places in a text, for those who read its values in another order than they are written.
extension JSONCursor {
  /// Creates a cursor at a value that was read before, or at white space before it.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    self.init(bytes)
    position = offset
  }

  /// The offset of the next byte; of a value's first byte after ``kind()``.
  package var offset: Int { position }

  /// Reads a member's name and the colon after it, and builds no text.
  ///
  /// - Returns: the place of the name without its quotes, and whether it has escapes.
  package mutating func skipName() throws(JSONError) -> (range: Range<Int>, hasEscapes: Bool) {
    let member = try member()
    return (member.name, member.isEscaped)
  }
}
