enum PathTemplate {
  static func problem(of path: String, _ limits: DescriptionLimits) -> String? {
    // Without the slash it would continue the host's name.
    guard path.utf8.first == UInt8(ascii: "/") else { return "the path does not begin with '/'" }
    guard path.utf8.count <= limits.path else {
      return "the path has more than \(limits.path) bytes"
    }
    guard path.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) })
    else { return "the path has blanks or control characters" }
    return nil
  }

  /// Returns the names in braces: `id` in `/pets/{id}`.
  static func names(in path: String) -> [String] {
    var names: [String] = []
    var start: String.Index?
    for index in path.utf8.indices {
      switch path.utf8[index] {
      case UInt8(ascii: "{"): start = path.utf8.index(after: index)
      case UInt8(ascii: "}"):
        if let begin = start, begin < index { names.append(String(path[begin..<index])) }
        start = nil
      default: break
      }
    }
    return names
  }
}
