/// The paths that a rule allows: `/products/*/reviews`.
package struct PathPattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case exactly(String)
    case anySegment
  }

  private let parts: [Part]

  /// Whether any further segments may follow.
  private let isOpen: Bool

  /// Parses a pattern: segments, `*` for any single segment, and `**` at the end for any number of
  /// them.
  init?(parsing text: String) {
    guard text.hasPrefix("/"), !text.contains(where: { "?#".contains($0) || $0.isWhitespace })
    else { return nil }
    var path = text[...]
    if path.hasSuffix("/**") || path.hasSuffix("/**/") {
      path = path.prefix(upTo: path.lastIndex(of: "*") ?? path.startIndex).dropLast()
      isOpen = true
    } else {
      isOpen = false
    }
    // A literal star in a segment is written as `%2A`.
    let written = path.split(separator: "/")
    guard written.allSatisfy({ $0 == "*" || !$0.contains("*") }),
      let segments = try? PathSegment.decode(path: path.isEmpty ? "/" : path)
    else { return nil }
    parts = zip(written, segments).map { $0 == "*" ? .anySegment : .exactly($1) }
  }

  /// Creates the narrowest sensible pattern for a path: each segment with a digit counts as an id.
  init(for segments: [String]) {
    parts = segments.map { segment in
      segment.utf8.contains { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        ? .anySegment : .exactly(segment)
    }
    isOpen = false
  }

  var text: String {
    var text = ""
    for part in parts {
      switch part {
      case .anySegment: text += "/*"
      case .exactly(let segment): text += "/" + PathSegment.encode(segment)
      }
    }
    if isOpen { text += "/**" }
    return text.isEmpty ? "/" : text
  }

  func matches(_ segments: [String]) -> Bool {
    guard isOpen ? segments.count >= parts.count : segments.count == parts.count else {
      return false
    }
    return zip(parts, segments).allSatisfy { part, segment in
      part == .anySegment || part == .exactly(segment)
    }
  }
}
