import WebMessages

/// Decodes and encodes path segments strictly, so that every program that reads the path sees the same
/// segments.
enum PathSegment {
  /// `*` is escaped, as a wildcard in rules, and so is the quote around a rule in a hint.
  private static let kept = PercentEncoding.segment.subtracting("*'")

  /// Returns the segments of a path such as `/products/p-1`, decoded; a trailing slash is ignored.
  ///
  /// Throws for an empty segment, `.`, `..`, an escaped slash, and a segment that could be decoded
  /// twice.
  static func decode(path: Substring) throws(Refusal) -> [String] {
    var rest = path.dropFirst()
    if rest.hasSuffix("/") { rest.removeLast() }
    guard !rest.isEmpty else { return [] }
    var segments: [String] = []
    for part in rest.split(separator: "/", omittingEmptySubsequences: false) {
      segments.append(try decode(part))
    }
    return segments
  }

  static func encode(_ segment: String) -> String { PercentEncoding.encode(segment, keeping: kept) }

  private static func decode(_ part: Substring) throws(Refusal) -> String {
    guard let text = PercentEncoding.decodeStrictly(part) else {
      throw Refusal(reason: "'\(part.prefix(100))' is not a valid segment of a path")
    }
    // Some servers ignore everything after a `;`.
    let name = text.prefix { $0 != ";" }
    if name.isEmpty || name == "." || name == ".." {
      throw Refusal(reason: "the path has a segment '\(text.prefix(100))'")
    }
    let isHidden = text.utf8.contains { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte == 0x7F
    }
    if isHidden {
      throw Refusal(reason: "the path has an escaped slash or control character")
    }
    if PercentEncoding.decode(text) != text {
      throw Refusal(reason: "a segment of the path is escaped twice")
    }
    return text
  }

  struct Refusal: Error, Equatable {
    let reason: String
  }
}
