import FoundationEssentials
import WebMessages

/// A path below a service's base address and version, as a list of segments.
///
/// An interpolated value never adds a segment: in `"products/\(id)/reviews"`, the characters `/`, `?`, `#`
/// and `%` of the id are escaped. A segment that is empty, `.` or `..` would change the path, so a request
/// with one throws before it is sent.
public struct APIPath: Sendable, Hashable {
  /// The segments, unescaped, in order.
  public private(set) var segments: [String]

  private var endsInSlash = false

  /// Creates a path from unescaped segments.
  public init(segments: some Sequence<String>) {
    self.segments = Array(segments)
  }

  /// Creates a path from text such as `products/p-7`, which a user may have typed.
  ///
  /// A leading slash is ignored, a trailing one is kept, and `%XX` is decoded.
  public init(parsing text: String) {
    var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    interpolation.appendLiteral(text)
    self.init(stringInterpolation: interpolation)
  }

  /// The segments joined by `/`, unescaped, as in the `resource` of data events.
  public var resource: String { segments.joined(separator: "/") }

  /// The segments for storage, with an empty one if the path ends in a slash; ``init(kept:)`` reads them.
  var kept: [String] { endsInSlash ? segments + [""] : segments }

  /// Creates a path from stored segments: see ``kept``.
  init(kept segments: [String]) {
    endsInSlash = segments.count > 1 && segments.last == ""
    self.segments = endsInSlash ? segments.dropLast() : segments
  }

  /// Returns the path with each occurrence of a segment replaced.
  func replacing(_ segment: String, with other: String) -> APIPath {
    var path = self
    path.segments = segments.map { $0 == segment ? other : $0 }
    return path
  }

  /// Returns the path escaped for an address, without a leading slash.
  ///
  /// - Throws: ``APIError`` `invalid` if a segment is empty, `.` or `..`. Escaping would not help, since
  ///   `%2E` and `.` are equivalent (RFC 3986, section 6.2.2.2).
  func escaped() throws(APIError) -> String {
    if let segment = segments.first(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
      let which = segment.isEmpty ? "an empty segment" : "the segment '\(segment)'"
      let detail = "the path '\(resource)' contains \(which)"
      throw APIError(.invalid, detail: detail, fields: [FieldError("path", .other(detail))])
    }
    var path = ""
    for segment in segments {
      if !path.isEmpty { path += "/" }
      path += PercentEncoding.encode(segment, keeping: PercentEncoding.segment)
    }
    return endsInSlash ? path + "/" : path
  }

  /// Returns the base address and the version, with a trailing slash, to put before a path.
  static func prefix(base: URL, version: String?) throws(APIError) -> String {
    var prefix = base.absoluteString.prefix { $0 != "?" && $0 != "#" }
    while prefix.hasSuffix("/") { prefix.removeLast() }
    guard let version, !version.isEmpty else { return prefix + "/" }
    let escaped = try APIPath(parsing: version).escaped()
    return escaped.hasSuffix("/") ? "\(prefix)/\(escaped)" : "\(prefix)/\(escaped)/"
  }
}

extension APIPath: CustomStringConvertible {
  /// The segments joined by `/`, unescaped.
  public var description: String { resource }
}

extension APIPath: ExpressibleByStringInterpolation {
  /// Creates a path from a literal such as `"products"`.
  public init(stringLiteral value: String) {
    self.init(parsing: value)
  }

  /// Creates a path from a literal such as `"products/\(id)"`.
  public init(stringInterpolation interpolation: StringInterpolation) {
    segments = interpolation.segments
    guard let last = segments.last, last.isEmpty, !interpolation.lastIsInterpolated else { return }
    segments.removeLast()
    endsInSlash = !segments.isEmpty
  }

  /// Collects a path's literal parts and interpolated values.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments: [String] = []
    fileprivate var lastIsInterpolated = false

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds literal text, in which `/` separates segments.
    public mutating func appendLiteral(_ literal: String) {
      var text = literal[...]
      if segments.isEmpty, !lastIsInterpolated {
        if text.hasPrefix("/") { text.removeFirst() }
      }
      for (index, part) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated()
      {
        if index > 0 { start() }
        append(PercentEncoding.decode(part))
      }
    }

    /// Adds a value, escaped so that it stays within one segment.
    public mutating func appendInterpolation(_ value: some LosslessStringConvertible) {
      append(value.description)
      lastIsInterpolated = true
    }

    private mutating func start() {
      segments.append("")
      lastIsInterpolated = false
    }

    private mutating func append(_ text: String) {
      if segments.isEmpty { start() }
      segments[segments.count - 1] += text
    }
  }
}
