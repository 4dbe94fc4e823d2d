import WebMessages

/// Percent-encoding (RFC 3986), and the form encoding of the URL standard.
enum URLEncoding {
  /// Splits `a=1&b=2` into names and values; nil if an escape is invalid.
  static func items(of text: Substring) -> [(String, String)]? {
    var items: [(String, String)] = []
    for piece in text.split(separator: "&") {
      let name = piece.prefix { $0 != "=" }
      guard let key = decode(name, plusIsSpace: true),
        let value = decode(piece.dropFirst(name.count + 1), plusIsSpace: true)
      else { return nil }
      items.append((key, value))
    }
    return items
  }

  /// Joins names and values, as ``items(of:)`` reads them.
  static func query(_ items: [(name: String, value: String)]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Decodes escapes; nil if one is invalid, or the bytes are not UTF-8.
  static func decode(_ text: Substring, plusIsSpace: Bool = false) -> String? {
    PercentEncoding.decodeStrictly(text, plusIsSpace: plusIsSpace)
  }

  private static func encode(_ text: String) -> String {
    PercentEncoding.encode(text, keeping: PercentEncoding.query)
  }
}
