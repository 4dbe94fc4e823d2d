import FoundationEssentials
import SeashellKit

/// Where a request goes: a path with a query of its own, as a user types it.
///
/// What stands in an address is left as it is, and what cannot stand there is escaped.
struct RequestTarget {
  private var address: String

  /// Reads a path under an environment's address and version, or an address of the environment's.
  ///
  /// - Throws: ``ShellError`` `usage` where the path would name another place, or the address is
  ///   not the environment's.
  init(_ text: String, of environment: APIEnvironment) throws(ShellError) {
    guard !text.utf8.contains(UInt8(ascii: "#")) else {
      throw ShellError(.usage, "PATH has a '#', which no request carries", hint: "write it as %23")
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

  /// The address.
  var url: URL {
    get throws(ShellError) {
      guard let url = URL(string: address) else {
        throw ShellError(.usage, "PATH makes no address")
      }
      return url
    }
  }

  /// Adds a name and a value to the query.
  mutating func append(_ field: RequestField) {
    let separator =
      if !address.contains("?") { "?" } else if address.hasSuffix("?") { "" } else { "&" }
    address += separator + Self.escapedWhole(field.name) + "=" + Self.escapedWhole(field.value)
  }

  private func checkOrigin(_ environment: APIEnvironment) throws(ShellError) {
    let url = try url
    guard url.user() == nil, url.password() == nil else {
      throw ShellError(
        .usage, "an address must not carry a user or a password",
        hint: "sign in with 'session login'")
    }
    guard environment.isOrigin(of: url) else {
      throw ShellError(
        .usage,
        "api sends requests to \(environment.name) (\(environment.baseURL.origin)) alone, and not to"
          + " \(url.origin)",
        hint: "choose its environment with 'env use', or use curl")
    }
  }

  private static func base(_ environment: APIEnvironment) -> String {
    var base = environment.baseURL.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    guard let version = environment.version, !version.isEmpty else { return base }
    return "\(base)/\(version)"
  }

  /// - Throws: ``ShellError`` where a part is empty, `.` or `..`, escaped or not, which servers take
  ///   for another place.
  private static func escapedPath(_ text: Substring) throws(ShellError) -> String {
    let path = text.hasPrefix("/") ? text.dropFirst() : text
    if path.isEmpty { return "" }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.last == "" { parts.removeLast() }
    for part in parts {
      let plain = part.contains("%") ? part.lowercased().replacing("%2e", with: ".") : String(part)
      guard !["", ".", ".."].contains(plain) else {
        let what = part.isEmpty ? "an empty part" : "the part '\(part.prefix(20))'"
        throw ShellError(.usage, "PATH has \(what)")
      }
    }
    return "/" + escaped(path, "/:@")
  }

  /// Escapes what cannot stand in an address; `%` stays where two digits follow.
  private static func escaped(_ text: Substring, _ kept: StaticString) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHex(bytes[index + 1])
        && isHex(bytes[index + 2])
      let isKept =
        isUnreserved(byte) || "!$&'()*+,;=@".utf8.contains(byte)
        || UnsafeBufferPointer(start: kept.utf8Start, count: kept.utf8CodeUnitCount).contains(byte)
      if isEscape || isKept { result.append(byte) } else { append(byte, to: &result) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Escapes all that has a meaning in a query.
  private static func escapedWhole(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) { result.append(byte) } else { append(byte, to: &result) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8]) {
    result.append(UInt8(ascii: "%"))
    result.append(contentsOf: (byte < 16 ? "0" : "").utf8)
    result.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}
