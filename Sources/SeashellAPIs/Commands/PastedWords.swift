import ShellOutput

/// The words of the first command in a text for a POSIX shell (POSIX.1-2024, XCU 2.2 and 2.3), as a browser or a page of
/// documentation writes it.
///
/// Nothing is expanded: a variable or a command substitution is an error, since only the user's shell has its value.
struct PastedWords {
  private(set) var words: [String] = []

  /// The operator or newline that ends the command before the end of the text; nil if nothing follows.
  private(set) var end: String?

  private let bytes: [UInt8]
  private var index = 0

  /// Reads the words, in O(*n*).
  ///
  /// - Throws: ``ShellError`` `usage` if a quotation mark is open, or a value is only in the user's shell.
  init(_ text: String) throws(ShellError) {
    bytes = Array(text.utf8)
    while let byte = skippingBlanks() {
      if byte == UInt8(ascii: "\n") {
        index += 1
        guard words.isEmpty else {
          if skippingBlanks(andNewlines: true) != nil { end = "the end of a line" }
          return
        }
      } else if "|&;<>()".utf8.contains(byte) {
        end = "'\(Character(Unicode.Scalar(byte)))'"
        return
      } else {
        words.append(try word())
      }
    }
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isNext(_ text: StaticString, at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { bytes.dropFirst(index + offset).starts(with: $0) }
  }

  /// The number of bytes of the newline behind a `\`, with a carriage return if there is one; nil if there is none.
  private var continuation: Int? { isNext("\\\n") ? 2 : isNext("\\\r\n") ? 3 : nil }

  /// Skips blanks, joined lines and comments; returns the next byte.
  private mutating func skippingBlanks(andNewlines: Bool = false) -> UInt8? {
    while let byte {
      if " \t\r".utf8.contains(byte) || andNewlines && byte == UInt8(ascii: "\n") {
        index += 1
      } else if let continuation {
        index += continuation
      } else if byte == UInt8(ascii: "#") {
        while let byte = self.byte, byte != UInt8(ascii: "\n") { index += 1 }
      } else {
        return byte
      }
    }
    return nil
  }

  private mutating func word() throws(ShellError) -> String {
    var word: [UInt8] = []
    while let byte, !" \t\r\n|&;<>()".utf8.contains(byte) {
      index += 1
      switch byte {
      case UInt8(ascii: "'"):
        guard let close = bytes[index...].firstIndex(of: byte) else { throw Self.open("'") }
        word += bytes[index..<close]
        index = close + 1
      case UInt8(ascii: "\""): try addDoublyQuoted(to: &word)
      case UInt8(ascii: "$") where self.byte == UInt8(ascii: "'"):
        index += 1
        try addEscaped(to: &word)
      case UInt8(ascii: "$"), UInt8(ascii: "`"): try addDollar(byte, to: &word)
      case UInt8(ascii: "\\"):
        index -= 1
        if let continuation {
          index += continuation
        } else if index + 1 == bytes.count {
          throw ShellError(
            .usage, "the line of curl goes on behind its last '\\'", hint: "copy all of it")
        } else {
          word += bytes.dropFirst(index + 1).prefix(1)
          index = min(index + 2, bytes.count)
        }
      default: word.append(byte)
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func addDoublyQuoted(to word: inout [UInt8]) throws(ShellError) {
    while let byte {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "$"), UInt8(ascii: "`"): try addDollar(byte, to: &word)
      case UInt8(ascii: "\\"):
        index -= 1
        if let continuation {
          index += continuation
          continue
        }
        index += 1
        guard let next = self.byte, "\"\\$`".utf8.contains(next) else {
          word.append(byte)
          continue
        }
        word.append(next)
        index += 1
      default: word.append(byte)
      }
    }
    throw Self.open("\"")
  }

  /// Adds a `$` that begins nothing.
  private mutating func addDollar(_ byte: UInt8, to word: inout [UInt8]) throws(ShellError) {
    let name = bytes[index...].prefix { Self.isName($0) }
    if byte == UInt8(ascii: "$"), name.isEmpty, !isNext("{"), !isNext("(") {
      return word.append(byte)
    }
    let shown = name.isEmpty ? "" : " '$\(String(decoding: name, as: UTF8.self))'"
    throw ShellError(
      .usage, "the line of curl has the variable\(shown) or the output of a command",
      hint: "write its value in its place")
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func open(_ mark: String) -> ShellError {
    ShellError(
      .usage, "the line of curl ends inside \(mark)…\(mark)",
      hint: "copy all of it, with the last line")
  }
}

extension PastedWords {
  /// Adds what `$'…'` stands for.
  private mutating func addEscaped(to word: inout [UInt8]) throws(ShellError) {
    var high: UInt32?
    while let byte {
      index += 1
      if byte == UInt8(ascii: "'") { return }
      guard byte == UInt8(ascii: "\\"), let next = self.byte else {
        word.append(byte)
        continue
      }
      index += 1
      switch next {
      case UInt8(ascii: "a"): word.append(0x07)
      case UInt8(ascii: "b"): word.append(0x08)
      case UInt8(ascii: "e"), UInt8(ascii: "E"): word.append(0x1B)
      case UInt8(ascii: "f"): word.append(0x0C)
      case UInt8(ascii: "n"): word.append(0x0A)
      case UInt8(ascii: "r"): word.append(0x0D)
      case UInt8(ascii: "t"): word.append(0x09)
      case UInt8(ascii: "v"): word.append(0x0B)
      case UInt8(ascii: "x"): word.append(UInt8(truncatingIfNeeded: number(16, upTo: 2)))
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        index -= 1
        word.append(UInt8(truncatingIfNeeded: number(8, upTo: 3)))
      case UInt8(ascii: "u"), UInt8(ascii: "U"):
        let unit = number(16, upTo: next == UInt8(ascii: "u") ? 4 : 8)
        // Chrome writes the two halves of a character outside the first plane.
        if (0xD800..<0xDC00).contains(unit) {
          high = unit
          continue
        }
        var value = unit
        if let high, (0xDC00..<0xE000).contains(unit) {
          value = 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)
        }
        word += Array(String(Unicode.Scalar(value).map(Character.init) ?? "\u{FFFD}").utf8)
      default: word.append(next)
      }
      high = nil
    }
    throw Self.open("'")
  }

  /// Reads the digits of an escape.
  private mutating func number(_ radix: UInt32, upTo most: Int) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<most {
      guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        digit < Int(radix)
      else { break }
      value = value * radix + UInt32(digit)
      index += 1
    }
    return value
  }
}
