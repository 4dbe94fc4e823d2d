/// A reference as written in a document: another document, and a JSON pointer into it (RFC 6901).
struct DocumentReference {
  /// The other document, as written; empty for the same document.
  let document: String
  /// The pointer's tokens; nil if the fragment is not a JSON pointer.
  let tokens: [String]?

  init(_ text: String) {
    let hash = text.utf8.firstIndex(of: UInt8(ascii: "#"))
    document = hash.map { String(text[..<$0]) } ?? text
    let fragment = hash.map { text[text.index(after: $0)...] } ?? ""
    if fragment.isEmpty {
      tokens = []
    } else if fragment.utf8.first == UInt8(ascii: "/") {
      tokens = fragment.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        .map { Self.unescaped(Self.percentDecoded($0)) }
    } else {
      tokens = nil
    }
  }

  /// Returns the last token of a reference that is a JSON pointer: `Pet` in `#/components/schemas/Pet`.
  static func lastToken(of reference: String) -> String? {
    guard let slash = reference.utf8.lastIndex(of: UInt8(ascii: "/")),
      let hash = reference.utf8.firstIndex(of: UInt8(ascii: "#")), hash < slash
    else { return nil }
    return unescaped(percentDecoded(reference[reference.utf8.index(after: slash)...]))
  }

  private static func unescaped(_ token: String) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return token }
    var result: [UInt8] = []
    var rest = token.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "~"), rest.first == UInt8(ascii: "1") {
        result.append(UInt8(ascii: "/"))
        rest = rest.dropFirst()
      } else if byte == UInt8(ascii: "~"), rest.first == UInt8(ascii: "0") {
        result.append(byte)
        rest = rest.dropFirst()
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns a text with escapes such as `%41` decoded; malformed ones stay.
  static func percentDecoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
