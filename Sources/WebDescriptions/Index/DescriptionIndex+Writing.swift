extension DescriptionIndex {
  /// Reads a document and writes its index, private and atomically.
  ///
  /// - Parameters:
  ///   - path: the index's path. Two calls for one path must not overlap.
  ///   - bytes: the document, in JSON or YAML.
  ///   - source: the absolute path or URL that it came from.
  ///   - date: when it was read, in seconds since 1970.
  ///   - reader: reads the document.
  /// - Returns: what the document says of its API as a whole.
  package static func write(
    _ path: String, of bytes: [UInt8], source: String, date: Int,
    reader: DescriptionReader = DescriptionReader()
  ) throws(DescriptionError) -> APIDescription {
    throw DescriptionError(.unsupported, "writing is not supported yet")
  }
}
