import CoreJSON

/// How a JSON5 text is written: its line ends, indentation and quotes.
struct JSON5Style {
  /// The width up to which an object without further objects is written on one line.
  private static let width = 80

  let lineEnd: String

  let unit: String

  let hasLines: Bool

  private let quote: Character
  private let quotesNames: Bool

  /// Finds the style of an object's text.
  ///
  /// That of `members`, the siblings of the new one, takes precedence.
  init(_ bytes: [UInt8], _ root: JSON5Value, members: [JSON5Value.Member]) {
    let hasLineFeed = bytes.contains(0x0A)
    let hasReturn = bytes.contains(0x0D)
    lineEnd = hasReturn ? (hasLineFeed ? "\r\n" : "\r") : "\n"
    let all = Self.members(in: root)
    hasLines =
      root.members?.isEmpty == true
      || bytes[root.range].contains { $0 == 0x0A || $0 == 0x0D }
    let own = root.members?.first.map { Self.indentation(of: $0.start, in: bytes) } ?? ""
    unit = own.isEmpty ? "  " : own
    let first = [members, all].lazy.flatMap { $0 }.first
    let names = members.isEmpty ? all : members
    quotesNames = first != nil && names.allSatisfy { Self.isQuote(bytes[$0.start]) }
    let quotes = [members, all].lazy.flatMap { members in
      members.lazy.flatMap { [bytes[$0.start], bytes[$0.value.range.lowerBound]] }
    }
    quote = quotes.first(where: Self.isQuote) == UInt8(ascii: "\"") ? "\"" : "'"
  }

  private static func members(in value: JSON5Value) -> [JSON5Value.Member] {
    switch value.content {
    case .object(let members): members.flatMap { [$0] + Self.members(in: $0.value) }
    case .array(let elements): elements.flatMap(Self.members)
    case .null, .boolean, .number, .string: []
    }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  static func indentation(of position: Int, in bytes: [UInt8]) -> String {
    let start = bytes[..<position].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let blanks = bytes[start..<position].prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: blanks, as: UTF8.self)
  }

  /// `indentation` is that of the line on which the member stands.
  func member(_ name: String, _ value: JSONValue, indentation: String, colon: String = ": ")
    -> String
  {
    self.name(name) + colon + self.value(value, indentation: indentation)
  }

  /// `indentation` is that of the line on which the value begins.
  func value(_ value: JSONValue, indentation: String) -> String {
    switch value {
    case .null, .bool, .integer, .number: return value.jsonText
    case .string(let text): return quoted(text)
    case .array(let elements):
      return
        "[\(elements.map { self.value($0, indentation: indentation) }.joined(separator: ", "))]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let inner = indentation + unit
      let hasObjects = members.contains {
        if case .object(let members) = $0.value { !members.isEmpty } else { false }
      }
      if !hasLines || !hasObjects {
        let line = members.map { member($0.key, $0.value, indentation: inner) }
        let text = "{ \(line.joined(separator: ", ")) }"
        if !hasLines || indentation.count + text.count <= Self.width { return text }
      }
      let lines = members.map { inner + member($0.key, $0.value, indentation: inner) }
      return "{" + lineEnd + lines.joined(separator: "," + lineEnd) + lineEnd + indentation + "}"
    }
  }

  private func name(_ name: String) -> String {
    let isBare =
      name.utf8.first.map { !(0x30...0x39).contains($0) } == true
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "_$".utf8.contains(byte)
        }
      }
    return isBare && !quotesNames ? name : quoted(name)
  }

  private func quoted(_ text: String) -> String {
    var quoted = String(quote)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\\": quoted += "\\\\"
      case _ where Character(scalar) == quote: quoted += "\\\(scalar)"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + String(quote)
  }
}
