/// Writes JSON into bytes, without building a tree first.
///
/// It adds the commas; the caller closes the objects and arrays that it opens.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func openObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
  }

  mutating func closeObject() {
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func openArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
  }

  mutating func closeArray() {
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func object(_ writeMembers: (inout JSONWriter) throws -> Void) rethrows {
    openObject()
    try writeMembers(&self)
    closeObject()
  }

  /// Writes a member that is an object.
  mutating func object(
    _ name: StaticString, _ writeMembers: (inout JSONWriter) throws -> Void
  ) rethrows {
    key(name)
    try object(writeMembers)
  }

  /// Writes a member that is a string.
  mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes the name of a member, which must need no escapes.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes the name of a member that is known only at run time.
  mutating func field(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func null() {
    raw("null")
  }

  mutating func integer(_ value: Int) {
    raw(String(value))
  }

  /// Writes a number, or other text that is JSON already.
  mutating func raw(_ token: String) {
    separate()
    bytes.append(contentsOf: token.utf8)
  }

  mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string($0) }
  }

  /// Writes UTF-8 as a string.
  mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for index in text.indices where Self.needsEscape(text[index]) {
      bytes.append(contentsOf: text[start..<index])
      escape(text[index])
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }

  /// Removes everything after the first `count` bytes.
  mutating func removeAll(after count: Int) {
    bytes.removeSubrange(count...)
  }

  /// Writes a comma if a value precedes.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
