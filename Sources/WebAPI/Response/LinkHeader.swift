/// Reads `Link` header fields (RFC 8288, section 3).
enum LinkHeader {
  /// The target of the first link that has the relation.
  static func target(of relation: String, in values: [String]) -> String? {
    for value in values {
      for link in split(value, at: ",") {
        let parts = split(link, at: ";")
        guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else {
          continue
        }
        if parts.dropFirst().contains(where: { names($0, relation) }) {
          return String(target.dropFirst().dropLast())
        }
      }
    }
    return nil
  }

  /// Whether a parameter is `rel` and lists the relation.
  private static func names(_ parameter: Substring, _ relation: String) -> Bool {
    guard let equals = parameter.firstIndex(of: "="),
      trim(parameter[..<equals]).lowercased() == "rel"
    else { return false }
    let value = trim(parameter[parameter.index(after: equals)...]).filter { $0 != "\"" }
    return value.split(separator: " ").contains { $0.lowercased() == relation }
  }

  /// Splits at a character that stands neither in quotes nor in angle brackets.
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
        parts.append(trim(text[start..<index]))
        start = text.index(after: index)
      }
    }
    parts.append(trim(text[start...]))
    return parts
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
