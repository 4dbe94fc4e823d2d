/// The type of a YAML scalar, in the core schema of YAML 1.2 (section 10.3.2).
enum YAMLScalar: Equatable {
  case null
  case boolean(Bool)
  case number(String)
  case text

  /// `isPlain` is whether it has neither quotes nor a tag; `tag` is such as
  /// `tag:yaml.org,2002:str`.
  init(_ text: String, isPlain: Bool, tag: String?) {
    let type = tag.flatMap { $0.hasPrefix("tag:yaml.org,2002:") ? $0.dropFirst(18) : nil }
    let isTyped = type.map { ["null", "bool", "int", "float"].contains($0) } == true
    guard isPlain || isTyped else {
      self = .text
      return
    }
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .boolean(true)
    case "false", "False", "FALSE": self = .boolean(false)
    default: self = Self.number(text).map { .number($0) } ?? .text
    }
  }

  /// Returns a number in JSON's notation; nil if the text is not a number, or is infinite.
  private static func number(_ text: String) -> String? {
    var rest = Array(text.utf8)[...]
    guard let first = rest.first, first.isDigit || "+-.".utf8.contains(first), rest.count <= 100
    else { return nil }
    if text.hasPrefix("0x") || text.hasPrefix("0o") {
      let digits = text.dropFirst(2)
      guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true
      else { return nil }
      return UInt64(digits, radix: text.hasPrefix("0x") ? 16 : 8).map { String($0) }
    }
    var sign = ""
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = "-" }
      rest = rest.dropFirst()
    }
    var whole = Self.digits(&rest)
    var fraction: String?
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = Self.digits(&rest)
    }
    guard !whole.isEmpty || fraction?.isEmpty == false else { return nil }
    var exponent = ""
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      exponent = "e"
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        if rest.first == UInt8(ascii: "-") { exponent = "e-" }
        rest = rest.dropFirst()
      }
      let digits = Self.digits(&rest)
      guard !digits.isEmpty else { return nil }
      exponent += digits
    }
    guard rest.isEmpty else { return nil }
    while whole.utf8.count > 1, whole.hasPrefix("0") { whole.removeFirst() }
    if whole.isEmpty { whole = "0" }
    if fraction?.isEmpty == true { fraction = "0" }
    return sign + whole + (fraction.map { ".\($0)" } ?? "") + exponent
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>) -> String {
    let digits = rest.prefix { $0.isDigit }
    rest = rest.dropFirst(digits.count)
    return String(decoding: digits, as: UTF8.self)
  }
}
