/// The media types that decide how a body is read (RFC 9110, section 8.3.1).
public enum MediaType {
  /// A stream of events.
  public static let events = "text/event-stream"

  /// Returns a type without its parameters, in lower case; empty for none.
  public static func name(_ type: String?) -> String {
    guard let type else { return "" }
    let end = type.utf8.firstIndex(of: UInt8(ascii: ";")) ?? type.endIndex
    let name = type[..<end].trimmingSpaces
    // Most types are in lower case already.
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
    return isPlain ? String(name) : name.lowercased()
  }

  /// Whether a body of the type is one JSON value, such as `application/problem+json; charset=utf-8`.
  public static func isJSON(_ type: String?) -> Bool {
    let name = name(type)
    return name == "application/json" && !isWatch(type) || name.hasSuffix("+json")
      || name == "text/json"
  }

  /// Whether a body of the type is JSON values, one a line, which may have no end.
  public static func isJSONStream(_ type: String?) -> Bool {
    streams.contains(name(type)) || isWatch(type)
  }

  private static let streams: Set = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/jsonlines", "application/json-seq",
  ]

  /// Whether it is the type of a watch of Kubernetes.
  private static func isWatch(_ type: String?) -> Bool {
    guard var type else { return false }
    return type.withUTF8 { bytes in
      var rest = bytes[...]
      while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
        rest = rest[(semicolon + 1)...]
        let parameter = rest.prefix { $0 != UInt8(ascii: ";") }.lazy.filter { $0 != 0x20 }
        if parameter.map({ $0 | 0x20 }).elementsEqual("stream=watch".utf8) { return true }
      }
      return false
    }
  }
}
