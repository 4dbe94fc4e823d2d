import WebMessages

/// A media type and its parameters, as in `Content-Type` and `Accept` (RFC 9110, 8.3).
struct MediaType {
  static let json = "application/json"

  static let document = "application/vnd.api+json"

  /// The type and subtype in lower case.
  let name: String

  /// The parameters in order: names in lower case, values without quotes.
  let parameters: [(name: String, value: String)]

  /// The boundary of a multipart body; nil if it is missing or longer than RFC 2046 allows.
  var boundary: String? {
    parameters.first { $0.name == "boundary" && (1...70).contains($0.value.utf8.count) }?.value
  }

  /// Whether the charset is UTF-8 or missing.
  var isUTF8: Bool {
    parameters.allSatisfy { $0.name != "charset" || $0.value.lowercased() == "utf-8" }
  }

  /// Whether JSON:API's media type has unsupported parameters, such as extensions.
  ///
  /// Profiles are ignored (JSON:API 1.1, "Content Negotiation").
  var isUnsupportedDocument: Bool {
    parameters.contains { ($0.name != "profile" && $0.name != "ext") || isExtension($0) }
  }

  init(_ text: some StringProtocol) {
    let parts = Self.split(text, at: ";")
    name = (parts.first ?? "").trimmingSpaces.lowercased()
    parameters = parts.dropFirst().compactMap { part in
      let name = part.prefix { $0 != "=" }
      let key = name.trimmingSpaces.lowercased()
      return key.isEmpty ? nil : (key, Self.unquoted(part.dropFirst(name.count + 1)))
    }
  }

  private init(name: String, parameters: [(name: String, value: String)]) {
    self.name = name
    self.parameters = parameters
  }

  func keepingParameters(_ count: Int) -> MediaType {
    MediaType(name: name, parameters: Array(parameters.prefix(count)))
  }

  /// Splits a field's value at a character outside quoted strings.
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

  /// Returns a value without the quotes and escapes of a quoted string (RFC 9110, 5.6.4).
  private static func unquoted(_ text: Substring) -> String {
    let text = text.trimmingSpaces
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
}
