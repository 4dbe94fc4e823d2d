/// Reads the documents that the description in a file refers to: only those beneath its folder.
///
/// Symbolic links are resolved before the comparison. URLs are refused.
package struct FileReferences: Sendable {
  /// The description's path, resolved: the source to give to the reader.
  package let source: String

  /// The folder beneath which files may be read, resolved.
  package let folder: String

  /// Resolves the path of a description.
  ///
  /// - Throws: ``DescriptionError`` if the file does not exist.
  package init(description path: String) throws(DescriptionError) {
    throw DescriptionError(.system, "reading is not supported yet")
  }

  /// Reads a file by its absolute path: ``DescriptionReader/load``.
  package func load(_ location: String) throws(DescriptionError) -> [UInt8] { [] }
}
