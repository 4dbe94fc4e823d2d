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

  static func text(_ text: String, value: (String) -> String) -> String {
    var result = ""
    var rest = text[...]
    while let name = firstName(in: rest) {
      result += rest[..<name.lowerBound].dropLast() + value(String(rest[name]))
      rest = rest[name.upperBound...].dropFirst()
    }
    return result + rest
  }

  private static func firstName(in text: Substring) -> Range<String.Index>? {
    let bytes = text.utf8
    guard let open = bytes.firstIndex(of: UInt8(ascii: "{")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return bytes.index(after: open)..<close
  }
}
