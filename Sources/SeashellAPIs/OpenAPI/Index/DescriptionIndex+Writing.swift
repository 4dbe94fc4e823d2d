import CoreSystem

extension DescriptionIndex {
  /// Reads a document into an index in memory.
  ///
  /// It blocks; a large document takes a second.
  ///
  /// - Parameters:
  ///   - bytes: the document, in JSON or YAML.
  ///   - source: the document's absolute path or URL.
  ///   - date: the time of reading, in seconds since 1970.
  ///   - stamp: a text that differs after each change of the document's file.
  ///   - former: the command names that the operations had before.
  ///   - reader: reads the document.
  convenience init(
    reading bytes: [UInt8], source: String, date: Int, stamp: String = "",
    keeping former: FormerNames = FormerNames(),
    reader: DescriptionReader = DescriptionReader()
  ) throws(DescriptionError) {
    var builder = IndexBuilder(limit: reader.limits.indexSize)
    var description = try reader.read(bytes, source: source, date: date) {
      operation throws(DescriptionError) in try builder.add(operation)
    }
    description.stamp = stamp
    try self.init(in: IndexFile(builder.finish(description, keeping: former)))
  }

  /// Writes the index to a private file, which is replaced atomically, also while others replace it.
  ///
  /// - Throws: ``DescriptionError`` with code `system`; an existing index then stays.
  func write(to path: String) throws(DescriptionError) {
    let bytes = try file.read(file.size, at: 0)
    do {
      try PrivateFile(path: path).replaceUnlocked(with: bytes)
    } catch {
      throw DescriptionError(.system, "\(error)")
    }
  }
}
