package import CoreJSON

/// JSON pointers (RFC 6901), which stay text: `/properties/a~1b`.
package enum JSONPointer {
  /// The pointer of a member or an item.
  package static func appending(_ name: String, to pointer: String) -> String {
    let special = name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
    guard special else { return "\(pointer)/\(name)" }
    var text = "\(pointer)/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The pointer without its last part; nil for the whole document.
  static func parent(of pointer: String) -> String? {
    pointer.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(pointer[..<$0]) }
  }

  /// Returns the pointer in a reference within a document, such as `#/properties/a%20b`, if it is one.
  ///
  /// An empty reference is the whole document.
  package static func local(_ reference: String) -> String? {
    guard reference.isEmpty || reference.hasPrefix("#"),
      let pointer = SchemaURI(reference).plainFragment, pointer.isEmpty || pointer.hasPrefix("/")
    else { return nil }
    return pointer
  }

  /// Returns the value at a pointer; nil if there is none.
  package static func value(at pointer: String, in document: JSONValue) -> JSONValue? {
    guard !pointer.isEmpty else { return document }
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    var value = document
    for part in pointer.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let name = unescaped(part), let next = value.part(name) else { return nil }
      value = next
    }
    return value
  }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], part)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONValue {
  /// The member or item with a name in a JSON pointer.
  fileprivate func part(_ name: String) -> JSONValue? {
    guard case .array = self else { return self[name] }
    guard let index = Int(name), String(index) == name else { return nil }
    return self[index]
  }
}
