/// A media type with its parameters, as `Content-Type` and `Accept` write them (RFC 9110, 8.3).
struct MediaType {
  static let json = "application/json"

  /// That of JSON:API's documents.
  static let document = "application/vnd.api+json"

  /// The type and subtype in lower case.
  let name: String

  /// The parameters in order, names in lower case, values without their quotes.
  let parameters: [(name: String, value: String)]

  /// The boundary of a multipart body; nil where there is none, or it is longer than RFC 2046
  /// allows.
  var boundary: String? {
    parameters.first { $0.name == "boundary" && (1...70).contains($0.value.utf8.count) }?.value
  }

  /// Whether the text that it says it is, if any, is UTF-8.
  var isUTF8: Bool {
    parameters.allSatisfy { $0.name != "charset" || $0.value.lowercased() == "utf-8" }
  }

  /// Whether a parameter asks for a form of JSON:API's documents that the shop does not know.
  ///
  /// It knows no extension; profiles may be ignored (JSON:API 1.1, "Content Negotiation").
  var isUnknownDocument: Bool {
    parameters.contains { ($0.name != "profile" && $0.name != "ext") || isExtension($0) }
  }

  init(_ text: some StringProtocol) {
    let parts = Self.split(text, at: ";")
    name = Self.trimmed(parts.first ?? "").lowercased()
    parameters = parts.dropFirst().compactMap { part in
      let name = part.prefix { $0 != "=" }
      let key = Self.trimmed(name).lowercased()
      return key.isEmpty ? nil : (key, Self.unquoted(part.dropFirst(name.count + 1)))
    }
  }

  private init(name: String, parameters: [(name: String, value: String)]) {
    self.name = name
    self.parameters = parameters
  }

  /// The type with so many of its parameters.
  func keepingParameters(_ count: Int) -> MediaType {
    MediaType(name: name, parameters: Array(parameters.prefix(count)))
  }

  /// Splits a field's value where a character stands outside of quotes.
  static func split(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var rest = Substring(text)
    var isQuoted = false
    var isEscaped = false
    for index in rest.indices {
      let character = rest[index]
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case separator where !isQuoted:
        parts.append(rest[..<index])
        rest = rest[rest.index(after: index)...]
      default: break
      }
    }
    return parts + [rest]
  }

  private func isExtension(_ parameter: (name: String, value: String)) -> Bool {
    parameter.name == "ext" && parameter.value.contains { !$0.isWhitespace }
  }

  private static func unquoted(_ text: Substring) -> String {
    let text = trimmed(text)
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    var value = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        value.append(character)
        isEscaped = false
      }
    }
    return value
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
