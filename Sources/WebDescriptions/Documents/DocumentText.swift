/// The text of a document, in JSON or YAML.
enum DocumentText {
  /// Reads the outline of a document.
  static func read(
    _ bytes: [UInt8], location: String, limits: DescriptionLimits
  ) throws(DescriptionError) -> SourceDocument {
    guard bytes.count <= limits.documentSize else {
      throw DescriptionError(
        .limit, "the description is larger than \(limits.documentSize >> 20) MiB")
    }
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    return try SourceDocument(json: bytes, location: location, limits: limits)
  }
}
