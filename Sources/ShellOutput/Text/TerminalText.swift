/// Makes untrusted text safe for a terminal.
///
/// Escaping happens only here.
///
/// It escapes hostile scalars, which a terminal would execute or which hide or reorder text, as `\u{1B}`:
/// control characters (C0, DEL, C1), line and paragraph separators, and format characters that change the
/// text's direction or are invisible. Newline, tab and carriage return become `\n`, `\t` and `\r`. Joiners
/// and variation selectors stay, since scripts and emoji need them.
public enum TerminalText {
  enum Form {
    /// `\u{9B}`, for people.
    case visible
    /// `\u009b`, which a JSON parser reads back.
    case json
  }

  /// Escapes all hostile scalars.
  ///
  /// - Parameters:
  ///   - text: untrusted text.
  ///   - keepsLines: whether to keep newlines, tabs and a carriage return before a newline.
  /// - Complexity: O(*n*); returns a text with nothing to escape unchanged.
  public static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    escaped(text, as: .visible, keepsLines: keepsLines)
  }

  static func escaped(_ text: String, as form: Form, keepsLines: Bool) -> String {
    if isPrintableASCII(text, orLines: keepsLines) { return text }
    let scalars = text.unicodeScalars
    guard scalars.contains(where: isHostile) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for index in scalars.indices {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      if !isHostile(scalar) {
        result.unicodeScalars.append(scalar)
      } else if keepsLines,
        scalar == "\n" || scalar == "\t"
          || (scalar == "\r" && next < scalars.endIndex && scalars[next] == "\n")
      {
        result.unicodeScalars.append(scalar)
      } else {
        append(scalar, as: form, to: &result)
      }
    }
    return result
  }

  /// Replaces each run of newlines and tabs with a blank.
  public static func flattened(_ text: String) -> String {
    func isBreak(_ byte: UInt8) -> Bool { (0x09...0x0D).contains(byte) }
    guard text.utf8.contains(where: isBreak) else { return text }
    var result: [UInt8] = []
    var isInRun = false
    for byte in text.utf8 {
      if !isBreak(byte) {
        result.append(byte)
      } else if !isInRun {
        result.append(UInt8(ascii: " "))
      }
      isInRun = isBreak(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a terminal would execute the scalar, or would hide or reorder text because of it.
  public static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x061B: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E: true
    case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE007F: true
    default: false
    }
  }

  static func isPrintableASCII(_ text: String, orLines: Bool = false) -> Bool {
    var text = text
    return text.withUTF8 {
      orLines
        ? $0.allSatisfy { $0 &- 0x20 < 0x5F || $0 &- 0x09 < 0x02 }
        : $0.allSatisfy { $0 &- 0x20 < 0x5F }
    }
  }

  private static func append(
    _ scalar: Unicode.Scalar, as form: Form, to result: inout String
  ) {
    switch (form, scalar) {
    case (.visible, "\n"): result += "\\n"
    case (.visible, "\t"): result += "\\t"
    case (.visible, "\r"): result += "\\r"
    case (.visible, _):
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    case (.json, _):
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
      }
    }
  }
}
