/// The text of a confirmation, with the names of parameters in braces: `Delete the review {REVIEW}?`.
enum Confirmation {
  /// The names of the parameters.
  static func names(in text: String) -> [String] {
    text.split(separator: "{").dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }

  /// Replaces each name by its value.
  static func text(_ text: String, value: (String) -> String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open] + value(String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
