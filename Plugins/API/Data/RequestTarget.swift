import FoundationEssentials
import SeashellKit

/// The URL of a request, made from a path and a query that a user has typed.
///
/// Characters that a URL cannot contain are escaped; escapes that the user typed are kept.
struct RequestTarget {
  private var address: String

  /// Parses a path below the environment's address and version, or an absolute URL.
  ///
  /// - Throws: ``ShellError`` `usage` if the path has empty, `.` or `..` segments, or if the URL belongs
  ///   to another origin.
  init(_ text: String, of environment: APIEnvironment) throws(ShellError) {
    guard !text.utf8.contains(UInt8(ascii: "#")) else {
      throw ShellError(.usage, "PATH contains a '#', which cannot be sent", hint: "write it as %23")
    }
    let path = text.prefix { $0 != "?" }
    let query = text.dropFirst(path.count)
    if let scheme = path.firstRange(of: "://"), !path[..<scheme.lowerBound].contains("/") {
      address = Self.escaped(path, "/:[]") + Self.escaped(query, "/?:")
      try checkOrigin(environment)
    } else {
      address = Self.base(environment) + (try Self.escapedPath(path)) + Self.escaped(query, "/?:")
    }
  }

  /// The URL.
  var url: URL {
    get throws(ShellError) {
      guard let url = URL(string: address) else {
        throw ShellError(.usage, "PATH is not valid in a URL")
      }
      return url
    }
  }

  /// Appends a field to the query.
  mutating func append(_ field: RequestField) {
    let separator =
      if !address.contains("?") { "?" } else if address.hasSuffix("?") { "" } else { "&" }
    let (name, value) = (
      PercentEncoding.encode(field.name, keeping: PercentEncoding.query),
      PercentEncoding.encode(field.value, keeping: PercentEncoding.query)
    )
    address += "\(separator)\(name)=\(value)"
  }

  private func checkOrigin(_ environment: APIEnvironment) throws(ShellError) {
    let url = try url
    guard url.user() == nil, url.password() == nil else {
      throw ShellError(
        .usage, "a URL must not contain a user or password")
    }
    guard environment.isOrigin(of: url) else {
      throw ShellError(
        .usage,
        "api sends requests only to \(environment.name) (\(environment.baseURL.origin)), not to"
          + " \(url.origin)",
        hint: "switch to its environment, or use curl")
    }
  }

  private static func base(_ environment: APIEnvironment) -> String {
    var base = environment.baseURL.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    guard let version = environment.version, !version.isEmpty else { return base }
    return "\(base)/\(version)"
  }

  /// - Throws: ``ShellError`` if a segment is empty, `.` or `..`, even escaped: servers change such
  ///   paths.
  private static func escapedPath(_ text: Substring) throws(ShellError) -> String {
    let path = text.hasPrefix("/") ? text.dropFirst() : text
    if path.isEmpty { return "" }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.last == "" { parts.removeLast() }
    for part in parts {
      let plain = part.contains("%") ? part.lowercased().replacing("%2e", with: ".") : String(part)
      guard !["", ".", ".."].contains(plain) else {
        let what = part.isEmpty ? "an empty segment" : "the segment '\(part.prefix(20))'"
        throw ShellError(.usage, "PATH contains \(what)")
      }
    }
    return "/" + escaped(path, "/:@")
  }

  /// Escapes the characters that a URL cannot contain; a `%` before two hexadecimal digits is kept.
  private static func escaped(_ text: Substring, _ kept: String) -> String {
    let allowed = PercentEncoding.query.union("!$&'()*+,;=@".utf8).union(kept.utf8)
    let parts = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      let start = part.prefix(2)
      let isEscape =
        start.count == 2 && start.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      return (index == 0 ? "" : isEscape ? "%" : "%25")
        + PercentEncoding.encode(String(Substring(part)), keeping: allowed)
    }.joined()
  }
}
