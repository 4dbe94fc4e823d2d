/// Reads `Link` header fields (RFC 8288, section 3).
package enum LinkHeader {
  /// Returns the target of the first link with a relation, if any.
  package static func target(of relation: String, in values: [String]) -> String? {
    for value in values {
      for link in split(value, at: ",") {
        if let target = target(of: link, relation) { return target }
      }
    }
    return nil
  }

  /// Returns the targets of all links with a relation, in order.
  package static func targets(of relation: String, in values: [String]) -> [String] {
    values.flatMap { split($0, at: ",") }.compactMap { target(of: $0, relation) }
  }

  private static func target(of link: Substring, _ relation: String) -> String? {
    target(split(link, at: ";"), relation)
  }

  private static func target(_ parts: [Substring], _ relation: String) -> String? {
    guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">"),
      parts.dropFirst().contains(where: { names($0, relation) })
    else { return nil }
    return String(target.dropFirst().dropLast())
  }

  private static func names(_ parameter: Substring, _ relation: String) -> Bool {
    guard let equals = parameter.firstIndex(of: "="),
      parameter[..<equals].trimmingSpaces.lowercased() == "rel"
    else { return false }
    let value = parameter[parameter.index(after: equals)...].trimmingSpaces.filter { $0 != "\"" }
    return value.split(separator: " ").contains { $0.lowercased() == relation }
  }

  /// Splits at a character outside of quotes and angle brackets.
  private static func split(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    let text = Substring(text)
    var start = text.startIndex
    var isQuoted = false
    var isTarget = false
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        if character == "\\" { isEscaped = true }
        if character == "\"" { isQuoted = false }
      } else if isTarget {
        if character == ">" { isTarget = false }
      } else if character == "\"" {
        isQuoted = true
      } else if character == "<" {
        isTarget = true
      } else if character == separator {
        parts.append(text[start..<index].trimmingSpaces)
        start = text.index(after: index)
      }
    }
    parts.append(text[start...].trimmingSpaces)
    return parts
  }
}

extension LinkHeader {
  /// Returns the target of the link to the next page, unless that has no elements: `results="false"` (Sentry).
  package static func next(in values: [String]) -> String? {
    for value in values {
      for link in split(value, at: ",") {
        let parts = split(link, at: ";")
        if let target = target(parts, "next") {
          return parts.dropFirst().contains(where: isWithoutResults) ? nil : target
        }
      }
    }
    return nil
  }

  private static func isWithoutResults(_ parameter: Substring) -> Bool {
    parameter.utf8.lazy.filter { $0 != 0x20 && $0 != UInt8(ascii: "\"") }.map { $0 | 0x20 }
      .elementsEqual("results=false".utf8)
  }
}
