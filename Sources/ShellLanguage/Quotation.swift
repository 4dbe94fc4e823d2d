/// How a text is written as a word, or as the rest of one.
package struct Quotation: Equatable {
  /// What stands around the text.
  package enum Mark: Equatable {
    /// Nothing: what has a meaning is escaped with `\`.
    case bare
    /// `'…'`
    case single
    /// `"…"`
    case double
  }

  /// What stands around the text.
  package var mark = Mark.bare

  /// Whether the mark before the text stands in the line already.
  package var isOpened = false

  /// Whether a variable's name stands right before the text, which must not become part of it.
  package var isBehindName = false

  /// Creates a quotation.
  package init(mark: Mark = .bare, isOpened: Bool = false, isBehindName: Bool = false) {
    self.mark = mark
    self.isOpened = isOpened
    self.isBehindName = isBehindName
  }

  /// A text as the grammar reads it back.
  ///
  /// - Parameters:
  ///   - text: any text without NUL.
  ///   - isClosed: whether the word may end behind it; where it may not, a quote stays open.
  package func written(_ text: String, isClosed: Bool = true) -> String {
    switch mark {
    case .bare:
      // A `\` before a newline would join two lines.
      if text.isEmpty || text.utf8.contains(UInt8(ascii: "\n")) {
        return Quotation(mark: .single).written(text, isClosed: isClosed)
      }
      return escaped(text)
    case .single:
      let body = text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: #"'\''"#)
      return (isOpened ? "" : "'") + body + (isClosed ? "'" : "")
    case .double:
      let body = Self.text(of: text.utf8) { byte, _ in
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "$")
      }
      let isName = isBehindName && text.utf8.first.map(ByteClass.continuesName) == true
      return (isOpened ? (isName ? "\"\"" : "") : "\"") + body + (isClosed ? "\"" : "")
    }
  }

  private func escaped(_ text: String) -> String {
    Self.text(of: text.utf8) { byte, isFirst in
      if isFirst, isBehindName, ByteClass.continuesName(byte) { return true }
      return !(ByteClass.isPlain(byte) || byte >= 0x80 || byte == UInt8(ascii: "#") && !isFirst)
    }
  }

  /// The text with a `\` before the bytes of which a condition holds.
  private static func text(
    of bytes: String.UTF8View, escaping isMeant: (_ byte: UInt8, _ isFirst: Bool) -> Bool
  ) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    for byte in bytes {
      if isMeant(byte, result.isEmpty) { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
