import FoundationEssentials
import SeashellKit

extension APIBody {
  /// Creates a body from JSON that a user has typed; it is checked, and sent unchanged.
  ///
  /// - Throws: ``ShellError`` `usage` with the position of the error; it does not quote the text.
  static func json(checking text: String) throws(ShellError) -> APIBody {
    let bytes = Array(text.utf8)
    if let error = JSONChecker.error(in: bytes) {
      throw ShellError(.usage, "--json is not valid JSON: \(error.text(in: bytes))")
    }
    return .data(Data(text.utf8), contentType: "application/json")
  }
}

/// Checks that a text is JSON (RFC 8259), and finds the position of an error.
///
/// Foundation's decoder accepts trailing commas and leading zeros, and does not give the position.
struct JSONChecker {
  struct SyntaxError: Error, Equatable {
    /// The position, in bytes.
    let offset: Int
    let message: String

    /// What is wrong and where: `at line 2, character 3, a ':' is missing`.
    func text(in bytes: [UInt8]) -> String {
      let before = bytes.prefix(offset)
      let line = before.count { $0 == 0x0A } + 1
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let column = String(decoding: before[start...], as: UTF8.self).count + 1
      return "at \(line == 1 ? "" : "line \(line), ")character \(column), \(message)"
    }
  }

  private static let maximumDepth = 200

  private let bytes: [UInt8]
  private var index = 0

  /// Returns the first error in a text; nil if the text is JSON.
  static func error(in text: String) -> SyntaxError? { error(in: Array(text.utf8)) }

  /// Returns the first error in a text in UTF-8; nil if the text is JSON.
  static func error(in bytes: [UInt8]) -> SyntaxError? {
    var checker = JSONChecker(bytes: bytes)
    do throws(SyntaxError) {
      try checker.value(depth: 0)
      guard checker.byte == nil else { throw checker.error("there is more than one value") }
      return nil
    } catch {
      return error
    }
  }

  private mutating func value(depth: Int) throws(SyntaxError) {
    guard depth <= Self.maximumDepth else { throw error("the values are nested too deeply") }
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): try list(until: "}", depth: depth, hasNames: true)
    case UInt8(ascii: "["): try list(until: "]", depth: depth, hasNames: false)
    case UInt8(ascii: "\""): try text()
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): try number()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: throw error("a value is missing")
    }
    skipBlanks()
  }

  private mutating func list(
    until end: Unicode.Scalar, depth: Int, hasNames: Bool
  ) throws(SyntaxError) {
    index += 1
    skipBlanks()
    if take(end) { return }
    while true {
      if hasNames {
        skipBlanks()
        guard byte == UInt8(ascii: "\"") else { throw error("a name in double quotes is missing") }
        try text()
        skipBlanks()
        guard take(":") else { throw error("a ':' is missing") }
      }
      try value(depth: depth + 1)
      if take(end) { return }
      guard take(",") else { throw error("a ',' or a '\(end)' is missing") }
    }
  }

  private mutating func text() throws(SyntaxError) {
    let start = index
    index += 1
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw error("a string contains a control character")
      default: index += 1
      }
    }
    throw SyntaxError(offset: start, message: "a string is not closed")
  }

  private mutating func escape() throws(SyntaxError) {
    let start = index
    index += 1
    guard let byte, "\"\\/bfnrtu".utf8.contains(byte) else {
      throw SyntaxError(offset: start, message: "a string has an invalid escape")
    }
    index += 1
    guard byte == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard let digit = self.byte, Character(Unicode.Scalar(digit)).isHexDigit else {
        throw SyntaxError(offset: start, message: "a string has an invalid escape")
      }
      index += 1
    }
  }

  private mutating func number() throws(SyntaxError) {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try digits()
    }
    if let byte, (0x30...0x39).contains(byte) { throw error("a number begins with a zero") }
  }

  private mutating func digits() throws(SyntaxError) {
    guard let byte, (0x30...0x39).contains(byte) else { throw error("a digit is missing") }
    while let byte = self.byte, (0x30...0x39).contains(byte) { index += 1 }
  }

  private mutating func word(_ word: String) throws(SyntaxError) {
    guard bytes[index...].starts(with: word.utf8) else { throw error("a value is missing") }
    index += word.utf8.count
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private func error(_ message: String) -> SyntaxError {
    SyntaxError(offset: index, message: message)
  }
}
