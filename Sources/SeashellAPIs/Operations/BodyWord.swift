/// A word that sets a property of a body: `name=text`, `price:=3`, `note=@FILE` or `parts:=@FILE`.
struct BodyWord {
  /// The forms of such words, for help and errors.
  static let forms = "NAME=TEXT, NAME:=JSON or NAME=@FILE"

  /// The property's name; dots separate nested properties.
  let name: String
  /// The part after the `=`.
  let value: String
  /// Whether the value is JSON, regardless of the property's type.
  let isJSON: Bool

  /// Parses a word; nil if it has no `=` after a name.
  init?(_ text: String) {
    // Compare bytes: a combining character after the `=` would hide it.
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let start = text.utf8[..<equals]
    isJSON = start.last == UInt8(ascii: ":")
    name = String(decoding: start.dropLast(isJSON ? 1 : 0), as: UTF8.self)
    value = String(decoding: text.utf8[equals...].dropFirst(), as: UTF8.self)
    if name.isEmpty { return nil }
  }
}
