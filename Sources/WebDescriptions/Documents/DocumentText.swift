enum DocumentText {
  static func read(
    _ bytes: [UInt8], location: String, limits: DescriptionLimits
  ) throws(DescriptionError) -> SourceDocument {
    guard bytes.count <= limits.documentSize else {
      throw DescriptionError(
        .limit, "the description is larger than \(limits.documentSize >> 20) MiB")
    }
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if isYAML(bytes) { bytes = try YAMLDocument.json(of: bytes, limits: limits) }
    return try SourceDocument(json: bytes, location: location, limits: limits)
  }

  /// Whether a text does not begin like a JSON object.
  ///
  /// A YAML object may also begin with a brace, but hardly with a brace and a quote.
  private static func isYAML(_ bytes: [UInt8]) -> Bool {
    var start = bytes.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.makeIterator()
    guard start.next() == UInt8(ascii: "{") else { return true }
    guard let second = start.next() else { return false }
    return second != UInt8(ascii: "\"") && second != UInt8(ascii: "}")
  }
}
