/// Quotes text as a word, or as the rest of a word.
package struct Quotation: Equatable {
  /// The marks around the text.
  package enum Mark: Equatable {
    /// No marks: special characters are escaped with `\`.
    case bare
    /// `'…'`
    case single
    /// `"…"`
    case double
  }

  /// The marks around the text.
  package var mark = Mark.bare

  /// Whether the line already contains the opening mark.
  var isOpened = false

  /// Whether the text directly follows a variable, and must not become part of the variable's name or path.
  var followsName = false

  /// Whether the text is in a `where` stage, where comparisons and parentheses are separate words.
  var isInExpression = false

  package init(
    mark: Mark = .bare, isOpened: Bool = false, followsName: Bool = false,
    isInExpression: Bool = false
  ) {
    self.mark = mark
    self.isOpened = isOpened
    self.followsName = followsName
    self.isInExpression = isInExpression
  }

  /// Returns a text as a word that the parser reads back: without quotes if nothing in it is special,
  /// otherwise in single quotes.
  package static func quoted(_ text: String) -> String {
    let bare = Quotation().written(text)
    return bare == text ? bare : Quotation(mark: .single).written(text)
  }

  /// Quotes a text so that the parser reads it back unchanged.
  ///
  /// - Parameters:
  ///   - text: any text without NUL.
  ///   - isClosed: whether to add the closing mark.
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
      let isName = followsName && text.utf8.first.map(Self.continuesVariable) == true
      return (isOpened ? (isName ? "\"\"" : "") : "\"") + body + (isClosed ? "\"" : "")
    }
  }

  /// Whether a byte can continue the name or the path of a variable.
  private static func continuesVariable(_ byte: UInt8) -> Bool {
    ByteClass.continuesName(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
  }

  private func escaped(_ text: String) -> String {
    let bytes = text.utf8
    let hasStrayBrace = StrayBrace.isIn(bytes, first: bytes.first, last: bytes.last)
    return Self.text(of: bytes) { byte, isFirst in
      // In a block it would be the block's.
      if hasStrayBrace, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { return true }
      if isFirst, followsName, Self.continuesVariable(byte) { return true }
      if isInExpression, "=!~(),".utf8.contains(byte) { return true }
      return !(ByteClass.isPlain(byte) || byte >= 0x80 || byte == UInt8(ascii: "#") && !isFirst)
    }
  }

  /// The text with a `\` before each byte that meets a condition.
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
