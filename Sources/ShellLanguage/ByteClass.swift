/// Classes of bytes outside quotes.
package enum ByteClass {
  /// Whether a byte never has a special meaning: visible ASCII except `" # $ & ' ( ; < > \ |` and
  /// the backquote.
  ///
  /// It uses two 64-bit constants instead of a table, which would have to be loaded and initialized.
  @inline(__always)
  static func isPlain(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte < 64 ? plainBelow64 : plainFrom64
    return byte < 128 && bits &>> UInt64(byte & 63) & 1 == 1
  }

  /// Whether a byte is plain but no `{`, a space or a tab, in one look-up.
  @inline(__always)
  static func isPlainOrBlank(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte < 64 ? plainBelow64 | blanks : plainFrom64 & notBrace
    return byte < 128 && bits &>> UInt64(byte & 63) & 1 == 1
  }

  /// Whether a byte continues a word: any byte except blanks, quotes, escapes, operators and `$`.
  @inline(__always)
  static func continuesWord(_ byte: UInt8) -> Bool {
    isPlain(byte) || byte >= 0x80 || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "(")
      || byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
  }

  /// Whether a byte is a space or a tab.
  @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Whether a byte is an ASCII digit.
  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  /// Whether a byte can begin a variable's name.
  @inline(__always)
  package static func beginsName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }

  /// Whether a byte can continue a variable's name.
  @inline(__always)
  package static func continuesName(_ byte: UInt8) -> Bool {
    beginsName(byte) || isDigit(byte)
  }

  /// Bytes 33 to 63, except `"`, `#`, `$`, `&`, `'`, `(`, `;`, `<` and `>`.
  @inline(__always)
  private static var plainBelow64: UInt64 { 0xA7FF_FE22_0000_0000 }

  @inline(__always)
  private static var notBrace: UInt64 { 0xF7FF_FFFF_FFFF_FFFF }

  @inline(__always)
  private static var blanks: UInt64 { 1 << 32 | 1 << 9 }

  /// Bytes 64 to 126, except the backslash, the backquote and `|`.
  @inline(__always)
  private static var plainFrom64: UInt64 { 0x6FFF_FFFE_EFFF_FFFF }
}
