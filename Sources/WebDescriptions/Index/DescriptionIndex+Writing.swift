import CoreSystem

extension DescriptionIndex {
  /// Reads a document and writes its index, as a private file that is replaced atomically.
  ///
  /// It blocks; a large document takes a second.
  ///
  /// - Parameters:
  ///   - path: the index's path. Two calls for one path must not overlap.
  ///   - bytes: the document, in JSON or YAML.
  ///   - source: the document's absolute path or URL.
  ///   - date: the time of reading, in seconds since 1970.
  ///   - former: the command names that the operations had before.
  ///   - reader: reads the document.
  /// - Returns: the description of the API as a whole.
  /// - Throws: ``DescriptionError``; an existing index then stays.
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
