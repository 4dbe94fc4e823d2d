import FoundationEssentials
import SeashellKit

/// The URL of a request, from a path and a query as a user types them.
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
    address += separator + Self.escaped(field)
  }

  private func checkOrigin(_ environment: APIEnvironment) throws(ShellError) {
    let url = try url
    guard url.user() == nil, url.password() == nil else {
      throw ShellError(
        .usage, "a URL must not contain a user or password",
        hint: "sign in with 'session login'")
    }
    guard environment.isOrigin(of: url) else {
      throw ShellError(
        .usage,
        "api sends requests only to \(environment.name) (\(environment.baseURL.origin)), not to"
          + " \(url.origin)",
        hint: "switch to its environment with 'env use', or use curl")
    }
  }

  private static func base(_ environment: APIEnvironment) -> String {
    var base = environment.baseURL.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    guard let version = environment.version, !version.isEmpty else { return base }
    return "\(base)/\(version)"
  }

  /// - Throws: ``ShellError`` if a segment is empty, `.` or `..`, escaped or not: servers resolve these
  ///   to another path.
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

  /// Escapes the characters that a URL cannot contain; a `%` before two digits is kept.
  private static func escaped(_ text: Substring, _ kept: String) -> String {
    let allowed = PercentEncoding.query.union("!$&'()*+,;=@".utf8).union(kept.utf8)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHex(bytes[index + 1])
        && isHex(bytes[index + 2])
      result += isEscape || allowed.contains(byte) ? [byte] : PercentEncoding.escape(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Escapes all characters except the unreserved ones.
  private static func escaped(_ field: RequestField) -> String {
    PercentEncoding.encode(field.name, keeping: PercentEncoding.query) + "="
      + PercentEncoding.encode(field.value, keeping: PercentEncoding.query)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}
