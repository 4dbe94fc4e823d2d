/// Translates an ECMAScript expression for PCRE2.
struct PatternSyntax {
  /// The kinds of groups, as they follow `(?`.
  ///
  /// PCRE2 has more. Some, such as `(?i)` before a large class, make compiling slow, and compiling has no
  /// time limit.
  private static let groups = Array(":=!<".utf8)
  /// The escapes that match sets of characters.
  private static let sets = Array("dDwWsSpP".utf8)

  private var rest: ArraySlice<UInt8>
  private var result: [UInt8] = []

  private init(_ text: String) { rest = Array(text.utf8)[...] }

  /// Returns the expression for PCRE2, in UTF-8; nil if it uses syntax that ECMAScript lacks.
  static func translated(_ text: String) -> [UInt8]? {
    var syntax = PatternSyntax(text)
    return syntax.translate() ? syntax.result : nil
  }

  private mutating func translate() -> Bool {
    while let byte = rest.popFirst() {
      result.append(byte)
      switch byte {
      case UInt8(ascii: "\\"):
        // `\Q` would quote what follows.
        if rest.first == UInt8(ascii: "Q") { return false }
        if let escaped = rest.popFirst() { result.append(escaped) }
      case UInt8(ascii: "["): translateClass()
      case UInt8(ascii: "("):
        if rest.first == UInt8(ascii: "*") { return false }
        if rest.first == UInt8(ascii: "?") {
          guard let kind = rest.dropFirst().first, Self.groups.contains(kind) else { return false }
        }
      default: break
      }
    }
    return true
  }

  /// Translates a class, from after its opening bracket to its end.
  ///
  /// A hyphen beside a set, as in `[\w-.]`, is an error for PCRE2 unless it is escaped.
  private mutating func translateClass() {
    var followsSet = false
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "]"):
        result.append(byte)
        return
      case UInt8(ascii: "\\"):
        result.append(byte)
        followsSet = Self.isSet(rest.first)
        if let escaped = rest.popFirst() { result.append(escaped) }
        // `\p{L}`
        if followsSet, rest.first == UInt8(ascii: "{"),
          let end = rest.firstIndex(of: UInt8(ascii: "}"))
        {
          result += rest[...end]
          rest = rest[(end + 1)...]
        }
      case UInt8(ascii: "-"):
        let precedesSet = rest.first == UInt8(ascii: "\\") && Self.isSet(rest.dropFirst().first)
        if followsSet || precedesSet { result.append(UInt8(ascii: "\\")) }
        result.append(byte)
        followsSet = false
      default:
        result.append(byte)
        followsSet = false
      }
    }
  }

  private static func isSet(_ byte: UInt8?) -> Bool { byte.map(sets.contains) == true }
}
