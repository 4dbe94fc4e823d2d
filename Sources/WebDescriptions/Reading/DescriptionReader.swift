/// Reads OpenAPI 2.0, 3.0 and 3.1, in JSON or YAML.
///
/// The bytes are read once into an outline; operations are read from it one by one, so the memory that is
/// needed does not grow with what is kept of each.
package struct DescriptionReader {
  /// The bounds.
  package var limits: DescriptionLimits

  /// Returns the bytes of another document that the document refers to.
  ///
  /// It gets the absolute path or URL without its fragment, and refuses by throwing; see
  /// ``FileReferences``. Nil if no other document may be read.
  package var load: ((_ location: String) throws -> [UInt8])?

  /// Creates a reader.
  package init(
    limits: DescriptionLimits = DescriptionLimits(),
    load: ((_ location: String) throws -> [UInt8])? = nil
  ) {
    (self.limits, self.load) = (limits, load)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document, in JSON or YAML.
  ///   - source: the absolute path or URL that it came from, to which references are relative.
  ///   - date: when it was read, in seconds since 1970.
  ///   - body: called with each operation, in the document's order.
  /// - Returns: what the document says of its API as a whole.
  /// - Throws: ``DescriptionError``, or what the body throws.
  package func read(
    _ bytes: [UInt8], source: String, date: Int = 0,
    _ body: (DescribedOperation) throws(DescriptionError) -> Void
  ) throws(DescriptionError) -> APIDescription {
    throw DescriptionError(.unsupported, "reading is not supported yet")
  }
}
