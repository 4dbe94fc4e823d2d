import CoreSystem

extension DescriptionIndex {
  /// Reads a document and writes its index, private and atomically.
  ///
  /// It blocks: a large document takes a second.
  ///
  /// - Parameters:
  ///   - path: the index's path. Two calls for one path must not overlap.
  ///   - bytes: the document, in JSON or YAML.
  ///   - source: the absolute path or URL that it came from.
  ///   - date: when it was read, in seconds since 1970.
  ///   - former: the names of commands that the operations had before.
  ///   - reader: reads the document.
  /// - Returns: what the document says of its API as a whole.
  /// - Throws: ``DescriptionError``; an index that was there stays.
  @discardableResult
  package static func write(
    _ path: String, of bytes: [UInt8], source: String, date: Int,
    keeping former: FormerNames = FormerNames(),
    reader: DescriptionReader = DescriptionReader()
  ) throws(DescriptionError) -> APIDescription {
    var builder = IndexBuilder(limit: reader.limits.indexSize)
    let description = try reader.read(bytes, source: source, date: date) {
      operation throws(DescriptionError) in try builder.add(operation)
    }
    do {
      try PrivateFile(path: path).replace(with: builder.finish(description, keeping: former))
    } catch {
      throw DescriptionError(.system, "\(error)")
    }
    return description
  }
}
