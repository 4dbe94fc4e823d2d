import FoundationEssentials
import SeashellHosting
import SeashellKit

/// The URL of a request, from a path and a query that a user has typed.
///
/// Characters that a URL cannot contain are escaped. Escapes that the user typed are kept. A variable at the beginning may
/// hold a path; behind something written, its value is a part of one segment, or of one value of the query, as it is: an
/// escape in it is text.
struct RequestTarget {
  private var address: String

  /// Parses a path below the environment's address and version, or an absolute URL.
  ///
  /// Empty segments are sent as they are typed: in some services, such as stores of objects, `a//b` is another key than
  /// `a/b`. Throws if the path has `.` or `..` segments, or if the URL belongs to another origin.
  init(_ given: GivenText, of environment: APIEnvironment) throws(ShellError) {
    let text = try Self.typed(given)
    guard !text.utf8.contains(UInt8(ascii: "#")) else {
      throw ShellError(.usage, "PATH contains a '#', which cannot be sent", hint: "write it as %23")
    }
    let end = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    let (path, query) = (text[..<end], Self.escaped(text[end...], Self.queryBytes))
    if Self.hasScheme(path) {
      try Self.check(path.utf8.split(separator: UInt8(ascii: "/")))
      address = Self.escaped(path, Self.addressBytes) + query
      try checkOrigin(environment)
    } else {
      address = Self.base(environment) + (try Self.escapedPath(path)) + query
    }
  }

  var url: URL {
    get throws(ShellError) {
      guard let url = URL(string: address) else {
        throw ShellError(.usage, "PATH is not valid in a URL")
      }
      return url
    }
  }

  mutating func append(_ field: RequestField) {
    let separator =
      if !address.contains("?") { "?" } else if address.hasSuffix("?") { "" } else { "&" }
    let (name, value) = (
      PercentEncoding.encode(field.name, keeping: PercentEncoding.query),
      PercentEncoding.encode(field.value.text, keeping: PercentEncoding.query)
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

  /// Whether `://` precedes the first other slash.
  private static func hasScheme(_ path: Substring) -> Bool {
    let bytes = path.utf8
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")), slash > bytes.startIndex else {
      return false
    }
    return bytes[bytes.index(before: slash)...].starts(with: "://".utf8)
  }

  private static func base(_ environment: APIEnvironment) -> String {
    var base = environment.baseURL.absoluteString
    while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
    if let version = environment.version, !version.isEmpty { base += "/" + version }
    return base
  }

  /// Returns the path with one slash before it, so that it stays below the base address even if it begins with `//`.
  ///
  /// - Throws: ``ShellError`` if a segment is `.` or `..`, even escaped: servers change such paths.
  private static func escapedPath(_ text: Substring) throws(ShellError) -> String {
    let path = text.utf8.first == UInt8(ascii: "/") ? text.dropFirst() : text
    if path.isEmpty { return "" }
    try check(path.utf8.split(separator: UInt8(ascii: "/")))
    return "/" + escaped(path, pathBytes)
  }

  private static func check(_ segments: [Substring.UTF8View]) throws(ShellError) {
    guard let segment = segments.first(where: PercentEncoding.isDots) else { return }
    throw ShellError(.usage, "PATH contains the segment '\(Substring(segment).prefix(20))'")
  }

  private static var emptySegment: ShellError {
    ShellError(
      .usage, "PATH contains an empty segment, since a variable in it is empty")
  }

  /// Returns the path as it would be typed, with the separators in values of variables escaped.
  ///
  /// - Throws: ``ShellError`` if a segment, or all of the path, is a variable without a value.
  private static func typed(_ given: GivenText) throws(ShellError) -> String {
    var text = ""
    var isLastEmpty = false
    for part in given.parts {
      let isQuery = text.utf8.contains(UInt8(ascii: "?"))
      if part.isWritten {
        // At the beginning a variable may hold the path before this one, which may be empty.
        let ends = text.isEmpty ? "?" : "?/"
        if isLastEmpty, let first = part.text.utf8.first, ends.utf8.contains(first) {
          throw emptySegment
        }
        text += part.text
        isLastEmpty = false
      } else if !isQuery, part.text.isEmpty {
        isLastEmpty = text.isEmpty || text.utf8.last == UInt8(ascii: "/")
      } else {
        if !isQuery, let structure = part.structure {
          throw ShellError(
            .usage, "PATH contains \(structure), which cannot be a part of a path",
            hint: "write a field of it, such as $x.id or $x[0].id")
        }
        isLastEmpty = false
        let isWhole = isQuery ? ["?", "&"].contains(text.last) : text.isEmpty || text == "/"
        text += isWhole ? part.text : separatorsEscaped(in: part.text, isQuery ? "&#+%" : "/?#%")
      }
    }
    if isLastEmpty { throw emptySegment }
    return text
  }

  private static func separatorsEscaped(in value: String, _ separators: String) -> String {
    guard value.utf8.contains(where: separators.utf8.contains) else { return value }
    return value.unicodeScalars.reduce(into: "") { text, scalar in
      if separators.unicodeScalars.contains(scalar) {
        text += PercentEncoding.encode(String(scalar), keeping: PercentEncoding.query)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The characters that a URL may contain anywhere after its host, besides its delimiters.
  private static let plainBytes = PercentEncoding.query.union("!$&'()*+,;=@")
  private static let pathBytes = plainBytes.union("/:")
  private static let queryBytes = plainBytes.union("/?:")
  private static let addressBytes = plainBytes.union("/:[]")

  /// Escapes characters that a URL cannot contain; a `%` before two hexadecimal digits is kept.
  private static func escaped(_ text: Substring, _ allowed: ByteSet) -> String {
    if allowed.containsAll(of: text.utf8) { return String(text) }
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
