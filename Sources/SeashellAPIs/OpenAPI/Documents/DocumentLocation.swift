/// The absolute path or URL of a document, and references relative to it (RFC 3986, section 5).
enum DocumentLocation {
  enum Problem: Error, Equatable {
    /// It names a file, but the document comes from the network.
    case fileFromNetwork
    /// Its scheme is not `http`, `https` or `file`.
    case scheme(String)
  }

  /// Returns the scheme of a URL, in lower case; nil for a path.
  static func scheme(of location: String) -> String? {
    guard let colon = location.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = location[..<colon]
    guard let first = scheme.utf8.first, first.isLetter,
      scheme.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    return scheme.lowercased()
  }

  static func isNetwork(_ location: String) -> Bool {
    scheme(of: location).map { $0 != "file" } ?? false
  }

  static func resolve(_ reference: String, from base: String) throws(Problem) -> String {
    if let scheme = scheme(of: reference) {
      guard ["http", "https", "file"].contains(scheme) else { throw .scheme(scheme) }
      if scheme == "file", isNetwork(base) { throw .fileFromNetwork }
      return reference
    }
    let (root, path) = split(base)
    if reference.hasPrefix("//") {
      guard let scheme = scheme(of: base) else { return withoutDots(reference) }
      return "\(scheme):\(reference)"
    }
    let (target, query) = cutQuery(reference)
    if target.isEmpty { return query.isEmpty ? base : root + cutQuery(path).path + query }
    if target.hasPrefix("/") { return root + withoutDots(target) + query }
    let folder = cutQuery(path).path.split(
      separator: "/", omittingEmptySubsequences: false
    ).dropLast().joined(separator: "/")
    return root + withoutDots("\(folder)/\(target)") + query
  }

  /// Splits a location into scheme and authority, and the rest.
  static func split(_ location: String) -> (root: String, path: String) {
    guard let scheme = scheme(of: location) else { return ("", location) }
    var rest = location.dropFirst(scheme.count + 1)
    guard rest.hasPrefix("//") else { return ("\(scheme):", String(rest)) }
    rest = rest.dropFirst(2)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    return ("\(scheme)://\(rest[..<end])", String(rest[end...]))
  }

  /// Splits a path from its query, which includes the `?`.
  private static func cutQuery(_ path: String) -> (path: String, query: String) {
    let end = path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex
    let query = path[end...].prefix { $0 != "#" }
    return (String(path[..<end]), String(query))
  }

  /// Returns a path with `.` and `..` resolved; `..` never leads above the root.
  static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (number, part) in all.enumerated() {
      let isLast = number == all.count - 1
      switch part {
      case ".": if isLast { parts.append("") }
      case "..":
        if parts.count > 1 || parts.first?.isEmpty == false { parts.removeLast() }
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    let result = parts.joined(separator: "/")
    return path.hasPrefix("/") && !result.hasPrefix("/") ? "/" + result : result
  }
}

extension UInt8 {
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
