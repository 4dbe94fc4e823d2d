/// Fills in the text of a confirmation, which has parameters' names in braces: `Delete the review {REVIEW}?`.
enum Confirmation {
  static func names(in text: String) -> [String] {
    var names: [String] = []
    var rest = text[...]
    while let name = firstName(in: rest) {
      names.append(String(rest[name]))
      rest = rest[name.upperBound...]
    }
    return names
  }

  /// Replaces each name by its value.
  static func text(_ text: String, value: (String) -> String) -> String {
    var result = ""
    var rest = text[...]
    while let name = firstName(in: rest) {
      result += rest[..<name.lowerBound].dropLast() + value(String(rest[name]))
      rest = rest[name.upperBound...].dropFirst()
    }
    return result + rest
  }

  /// The range of the first name, without its braces.
  private static func firstName(in text: Substring) -> Range<String.Index>? {
    let bytes = text.utf8
    guard let open = bytes.firstIndex(of: UInt8(ascii: "{")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return bytes.index(after: open)..<close
  }
}
