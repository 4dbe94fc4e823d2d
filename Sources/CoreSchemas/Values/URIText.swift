/// URIs as RFC 3986 writes them.
enum URIText {
  /// Returns whether a text is a URI with a scheme.
  static func isURI(_ text: ArraySlice<UInt8>) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), isScheme(text[..<colon]) else {
      return false
    }
    let rest = text[(colon + 1)...]
    let fragment = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    guard isPath(rest[fragment...].dropFirst()) else { return false }
    return isHierarchy(rest[..<fragment])
  }

  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    text.first?.isLetter == true
      && text.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  private static func isHierarchy(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "//".utf8) else { return isPath(text) }
    let afterSlashes = text.dropFirst(2)
    let end = afterSlashes.firstIndex { "/?".utf8.contains($0) } ?? afterSlashes.endIndex
    return isAuthority(afterSlashes[..<end]) && isPath(afterSlashes[end...])
  }

  private static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
    var host = text
    if let at = text.lastIndex(of: UInt8(ascii: "@")) {
      guard isPath(text[..<at]), !text[..<at].contains(UInt8(ascii: "@")) else { return false }
      host = text[(at + 1)...]
    }
    var port: ArraySlice<UInt8> = []
    if host.first == UInt8(ascii: "[") {
      guard let bracket = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      guard AddressText.isIPv6(host[..<bracket].dropFirst()) else { return false }
      port = host[(bracket + 1)...]
    } else {
      let colon = host.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex
      guard isPath(host[..<colon]) else { return false }
      port = host[colon...]
    }
    return port.isEmpty
      || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit)
  }

  /// Whether a text has only characters of paths, queries and fragments, and whole percent escapes.
  private static func isPath(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    let others = Array("-._~:/?@!$&'()*+,;=".utf8)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.popFirst()?.isHexDigit == true, rest.popFirst()?.isHexDigit == true else {
          return false
        }
      } else if !(byte.isLetter || byte.isDigit || others.contains(byte)) {
        return false
      }
    }
    return true
  }
}
