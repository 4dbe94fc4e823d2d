import CoreJSON

/// The format of an OpenAPI description.
enum DescriptionFormat: Sendable, Equatable {
  case json
  case yaml

  /// Recognizes a description by its top-level member `openapi` or `swagger` with a version; nil for any
  /// other text.
  ///
  /// It stops reading at that member, which may be the last one, and builds no values. The text may have a
  /// byte-order mark. The server's media type is ignored, since many servers send `text/plain`.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init?(of text: [UInt8]) {
    let text = text[Self.start(of: text)...]
    if text.first(where: { !Self.blanks.contains($0) }) == UInt8(ascii: "{") {
      guard Self.isJSON(text) else { return nil }
      self = .json
    } else {
      guard Self.isYAML(text) else { return nil }
      self = .yaml
    }
  }

  /// Returns whether a text with this beginning may be a description.
  ///
  /// It rules out HTML, pictures and lists, which need not be read to their end.
  static func isPossible(_ beginning: [UInt8]) -> Bool {
    guard let first = beginning[start(of: beginning)...].first(where: { !blanks.contains($0) })
    else { return true }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "-"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      return true
    default: return false
    }
  }

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  private static func start(of text: [UInt8]) -> Int {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private static func isName(_ name: some StringProtocol) -> Bool {
    name == "openapi" || name == "swagger"
  }

  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    let found = text.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONError) in
        var cursor = JSONCursor(bytes)
        guard try cursor.kind() == .object, try cursor.beginObject() else { return false }
        repeat {
          if isName(try cursor.name()) {
            switch try cursor.kind() {
            case .number: return true
            case .string: return try cursor.string().utf8.first.map(isDigit) ?? false
            default: return false
            }
          }
          try cursor.skip()
        } while try cursor.nextMember()
        return false
      }
    }
    return (try? found.get()) ?? false
  }

  private static func isYAML(_ text: ArraySlice<UInt8>) -> Bool {
    var isMapping = false
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let first = line.first else { continue }
      switch first {
      case 0x20, 0x09, UInt8(ascii: "#"): continue
      case UInt8(ascii: "%") where !isMapping: continue
      case UInt8(ascii: "-") where line.starts(with: "---".utf8):
        // Another document begins here.
        if isMapping { return false }
      case UInt8(ascii: "."), UInt8(ascii: "-"):
        // The elements of a list may be indented as little as its name.
        guard isMapping else { return false }
      default:
        if let (name, value) = member(line) {
          if isName(name) { return value.first.map(isDigit) ?? false }
          isMapping = true
        } else if !isMapping {
          return false
        }
      }
    }
    return false
  }

  /// Reads a line of the form `name: value`, without quotes; nil for any other line.
  private static func member(
    _ line: ArraySlice<UInt8>
  ) -> (name: Substring, value: ArraySlice<UInt8>)? {
    let quotes: Set<UInt8> = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    var (name, rest): (ArraySlice<UInt8>, ArraySlice<UInt8>)
    if let quote = line.first, quotes.contains(quote) {
      name = line.dropFirst().prefix { $0 != quote }
      rest = line[name.endIndex...].dropFirst()
    } else {
      name = line.prefix { $0 != UInt8(ascii: ":") }
      rest = line[name.endIndex...]
    }
    rest = rest.drop { blanks.contains($0) }
    guard rest.popFirst() == UInt8(ascii: ":"), rest.first.map(blanks.contains) ?? true else {
      return nil
    }
    while let last = name.last, blanks.contains(last) { name.removeLast() }
    return (
      Substring(decoding: name, as: UTF8.self),
      rest.drop { blanks.contains($0) || quotes.contains($0) }
    )
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
