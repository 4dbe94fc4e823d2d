/// Finds where a text is no JSON (RFC 8259).
///
/// Decoders are of no use here: they take commas at the end and zeros in front, and say no place.
struct JSONChecker {
  /// Where a text is no JSON, in bytes, and what should be there.
  struct Fault: Error, Equatable {
    let offset: Int
    let message: String
  }

  private static let maximumDepth = 200

  private let bytes: [UInt8]
  private var index = 0

  /// The first fault of a text; nil where it is JSON.
  static func fault(in text: String) -> Fault? {
    var checker = JSONChecker(bytes: Array(text.utf8))
    do throws(Fault) {
      try checker.value(depth: 0)
      guard checker.byte == nil else { throw checker.fault("there is more than one value") }
      return nil
    } catch {
      return error
    }
  }

  private mutating func value(depth: Int) throws(Fault) {
    guard depth <= Self.maximumDepth else { throw fault("the values are too deep") }
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): try list(until: "}", depth: depth, hasNames: true)
    case UInt8(ascii: "["): try list(until: "]", depth: depth, hasNames: false)
    case UInt8(ascii: "\""): try text()
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): try number()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: throw fault("a value is missing")
    }
    skipBlanks()
  }

  private mutating func list(
    until end: Unicode.Scalar, depth: Int, hasNames: Bool
  ) throws(Fault) {
    index += 1
    skipBlanks()
    if take(end) { return }
    while true {
      if hasNames {
        skipBlanks()
        guard byte == UInt8(ascii: "\"") else { throw fault("a name in double quotes is missing") }
        try text()
        skipBlanks()
        guard take(":") else { throw fault("a ':' is missing") }
      }
      try value(depth: depth + 1)
      if take(end) { return }
      guard take(",") else { throw fault("a ',' or a '\(end)' is missing") }
    }
  }

  private mutating func text() throws(Fault) {
    let start = index
    index += 1
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw fault("a control character stands in a text")
      default: index += 1
      }
    }
    throw Fault(offset: start, message: "a text begins that has no end")
  }

  private mutating func escape() throws(Fault) {
    let start = index
    index += 1
    guard let byte, "\"\\/bfnrtu".utf8.contains(byte) else {
      throw Fault(offset: start, message: "an escape is none")
    }
    index += 1
    guard byte == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard let digit = self.byte, Character(Unicode.Scalar(digit)).isHexDigit else {
        throw Fault(offset: start, message: "an escape is none")
      }
      index += 1
    }
  }

  private mutating func number() throws(Fault) {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try digits()
    }
    if let byte, (0x30...0x39).contains(byte) { throw fault("a number begins with a zero") }
  }

  private mutating func digits() throws(Fault) {
    guard let byte, (0x30...0x39).contains(byte) else { throw fault("a digit is missing") }
    while let byte = self.byte, (0x30...0x39).contains(byte) { index += 1 }
  }

  private mutating func word(_ word: String) throws(Fault) {
    guard bytes[index...].starts(with: word.utf8) else { throw fault("a value is missing") }
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

  private func fault(_ message: String) -> Fault { Fault(offset: index, message: message) }
}
