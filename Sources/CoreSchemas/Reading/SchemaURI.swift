/// A URI or a reference to one, by its parts (RFC 3986).
struct SchemaURI {
  private var scheme: Substring?
  private var authority: Substring?
  private var path: Substring
  private var query: Substring?
  /// The part after `#`, with its percent escapes.
  private(set) var fragment: Substring?

  init(_ text: String) {
    var rest = text[...]
    fragment = Self.cut("#", from: &rest)
    query = Self.cut("?", from: &rest)
    if let end = rest.firstIndex(where: { ":/".contains($0) }), rest[end] == ":",
      end > rest.startIndex
    {
      scheme = rest[..<end]
      rest = rest[end...].dropFirst()
    }
    if rest.hasPrefix("//") {
      let host = rest.dropFirst(2)
      let end = host.firstIndex(of: "/") ?? host.endIndex
      authority = host[..<end]
      rest = host[end...]
    }
    path = rest
  }

  /// Removes a mark and what follows it, and returns what follows.
  private static func cut(_ mark: Character, from text: inout Substring) -> Substring? {
    guard let index = text.firstIndex(of: mark) else { return nil }
    defer { text = text[..<index] }
    return text[index...].dropFirst()
  }

  /// The text without the fragment.
  var withoutFragment: String {
    (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path
      + (query.map { "?\($0)" } ?? "")
  }

  /// The fragment without percent escapes, empty if there is none; nil if an escape is incomplete.
  var plainFragment: String? {
    guard var rest = fragment?.utf8 else { return "" }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let escaped = UInt8(String(Substring(digits)), radix: 16)
      else { return nil }
      bytes.append(escaped)
      rest.removeFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the URI that this reference means in a document (RFC 3986, section 5.2).
  func resolved(against base: SchemaURI) -> SchemaURI {
    guard scheme == nil else { return self }
    var result = self
    result.scheme = base.scheme
    guard authority == nil else { return result }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
    } else if !path.hasPrefix("/") {
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
      let isRoot = folder.isEmpty && base.authority != nil
      result.path = Self.withoutDots("\(isRoot ? "/" : "")\(folder)\(path)")
    } else {
      result.path = Self.withoutDots(path)
    }
    return result
  }

  private static func withoutDots(_ path: some StringProtocol) -> Substring {
    var parts: [Substring] = []
    let all = Substring(path).split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch part {
      case ".": if isLast { parts.append("") }
      case "..":
        if parts.count > 1 || parts.first?.isEmpty == false { parts.removeLast() }
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")[...]
  }
}
