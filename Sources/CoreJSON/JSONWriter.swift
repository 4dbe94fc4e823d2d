/// Writes JSON into bytes, without building a tree first.
///
/// It adds the commas; the caller closes the objects and arrays that it opens.
package struct JSONWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func openObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
  }

  package mutating func closeObject() {
    bytes.append(UInt8(ascii: "}"))
  }

  package mutating func openArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
  }

  package mutating func closeArray() {
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes an object.
  package mutating func object(_ writeMembers: (inout JSONWriter) throws -> Void) rethrows {
    openObject()
    try writeMembers(&self)
    closeObject()
  }

  /// Writes a member that is an object.
  package mutating func object(
    _ name: StaticString, _ writeMembers: (inout JSONWriter) throws -> Void
  ) rethrows {
    key(name)
    try object(writeMembers)
  }

  /// Writes a member that is a string.
  package mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes the name of a member, which must need no escapes.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes the name of a member that is known only at run time.
  package mutating func field(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func null() {
    raw("null")
  }

  /// Writes a whole number.
  package mutating func integer(_ value: Int) {
    raw(String(value))
  }

  /// Appends a number, or other text that is already JSON.
  package mutating func raw(_ token: String) {
    separate()
    bytes.append(contentsOf: token.utf8)
  }

  package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string($0) }
  }

  /// Writes UTF-8 as a string.
  package mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
    separate()
    Self.append(text, to: &bytes)
  }

  /// Removes everything after the first `count` bytes.
  package mutating func removeAll(after count: Int) {
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

extension JSONWriter {
  /// Appends a text as a string in quotes.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &bytes) }
  }

  /// Appends a text in UTF-8 as a string in quotes.
  @inline(__always)
  package static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    while true {
      let end = text.endOfPlainText(from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      appendEscape(of: text[end], to: &bytes)
      start = end + 1
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case 0..<0x20:
      bytes.append(contentsOf: (byte < 0x10 ? "u000" : "u00").utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    default: bytes.append(byte)
    }
  }
}
