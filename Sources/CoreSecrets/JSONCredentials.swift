/// Finds JSON members with credentials' names, at any depth and without building the value.
///
/// It accepts any bytes, and finds members up to the first JSON error.
///
/// - Complexity: O(*n*) in the number of bytes.
package struct JSONCredentials {
  private static let quote = UInt8(ascii: "\"")

  private let text: UnsafeRawBufferPointer
  private var index = 0

  private init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// Returns whether a text begins like a JSON object, list or string.
  package static func mayBeJSON(_ text: UnsafeRawBufferPointer) -> Bool {
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < text.count, isSpace(text[start]) { start += 1 }
    return start < text.count && "{[\"".utf8.contains(text[start])
  }

  /// Returns the name of the first member with a credential; nil if there is none.
  ///
  /// Booleans and null are not credentials.
  package static func firstName(in text: UnsafeRawBufferPointer) -> String? {
    var members = JSONCredentials(text)
    while let member = members.next() {
      guard let first = text[member.value].first, mayBeCredential(first) else { continue }
      return CredentialName.unescaped(UnsafeRawBufferPointer(rebasing: text[member.name]))
    }
    return nil
  }

  /// Returns the text with the value of each such member replaced by null; nil if it has no such member.
  ///
  /// - Parameter keepsBooleans: whether booleans are left as they are, since they are no credentials.
  package static func removed(
    from text: UnsafeRawBufferPointer, keepsBooleans: Bool = false
  ) -> [UInt8]? {
    keepsBooleans
      ? replaced(in: text, by: "null", where: Self.mayBeCredential)
      : replaced(in: text, by: "null")
  }

  private static func mayBeCredential(_ first: UInt8) -> Bool { !"tfn".utf8.contains(first) }

  /// Returns the text with the value of each such member replaced by `"…"`; nil if it has no such member.
  ///
  /// Booleans and null are not credentials.
  static func masked(in text: UnsafeRawBufferPointer) -> [UInt8]? {
    replaced(in: text, by: "\"…\"", where: mayBeCredential)
  }

  /// Replaces values whose first byte is taken.
  private static func replaced(
    in text: UnsafeRawBufferPointer, by replacement: String,
    where takes: (UInt8) -> Bool = { _ in true }
  ) -> [UInt8]? {
    var members = JSONCredentials(text)
    var output: [UInt8] = []
    var copied = 0
    while let member = members.next() {
      guard text[member.value].first.map(takes) ?? true else { continue }
      output += text[copied..<member.value.lowerBound]
      output += Array(replacement.utf8)
      copied = member.value.upperBound
    }
    guard copied > 0 else { return nil }
    output += text[copied...]
    return output
  }

  /// The next member: its name without quotes, and its value.
  private mutating func next() -> (name: Range<Int>, value: Range<Int>)? {
    while index < text.count {
      guard text[index] == Self.quote else {
        index += 1
        continue
      }
      let start = index + 1
      index = endOfString(from: index)
      let colon = skippingSpace(from: index)
      guard colon < text.count, text[colon] == UInt8(ascii: ":") else { continue }
      let name = start..<max(start, index - 1)
      guard
        CredentialName.isCredential(UnsafeRawBufferPointer(rebasing: text[name]), in: .field)
      else { continue }
      let value = skippingSpace(from: colon + 1)
      index = endOfValue(from: value)
      return (name, value..<index)
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func skippingSpace(from start: Int) -> Int {
    var index = start
    while index < text.count, Self.isSpace(text[index]) { index += 1 }
    return index
  }

  /// Returns the index after a string's closing quote.
  private func endOfString(from start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != Self.quote {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, text.count)
  }

  private func endOfValue(from start: Int) -> Int {
    var index = start
    var depth = 0
    while index < text.count {
      switch text[index] {
      case Self.quote:
        index = endOfString(from: index)
        if depth == 0 { return index }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The bracket belongs to the object that contains the value.
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ","):
        if depth == 0 { return index }
      case let byte where Self.isSpace(byte):
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return index
  }
}
