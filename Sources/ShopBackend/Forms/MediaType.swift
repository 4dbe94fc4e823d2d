/// A `Content-Type`: its name, and the boundary of a multipart body.
struct MediaType {
  /// The type and subtype in lower case.
  let name: String

  /// The boundary; nil where there is none, or it is longer than RFC 2046 allows.
  let boundary: String?

  init(_ header: String) {
    let parts = header.split(separator: ";", omittingEmptySubsequences: false)
    name = Self.trimmed(parts.first ?? "").lowercased()
    boundary = parts.dropFirst().lazy.compactMap(Self.boundary).first
  }

  private static func boundary(in parameter: Substring) -> String? {
    let name = parameter.prefix { $0 != "=" }
    guard trimmed(name).lowercased() == "boundary" else { return nil }
    var value = trimmed(parameter.dropFirst(name.count + 1))
    if value.count >= 2, value.first == "\"", value.last == "\"" {
      value = value.dropFirst().dropLast()
    }
    return (1...70).contains(value.utf8.count) ? String(value) : nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
