import WebMessages

enum URLEncoding {
  /// Splits `a=1&b=2` into names and values; nil if an escape is invalid.
  static func items(of text: Substring) -> [(String, String)]? {
    var items: [(String, String)] = []
    for piece in text.split(separator: "&") {
      let name = piece.prefix { $0 != "=" }
      guard let key = PercentEncoding.decodeStrictly(name, plusIsSpace: true),
        let value = PercentEncoding.decodeStrictly(
          piece.dropFirst(name.count + 1), plusIsSpace: true)
      else { return nil }
      items.append((key, value))
    }
    return items
  }

  static func query(_ items: [(name: String, value: String)]) -> String {
    func encode(_ text: String) -> String {
      PercentEncoding.encode(text, keeping: PercentEncoding.query)
    }
    return items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }
}
