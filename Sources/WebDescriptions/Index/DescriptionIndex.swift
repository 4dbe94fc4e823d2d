/// A file with the operations of a description, from which each is read by its id.
///
/// It is private and replaced as a whole. Nothing in it is trusted: one that is damaged gives an error.
/// Its texts are the document's; who writes them to a terminal escapes them.
package final class DescriptionIndex: Sendable {
  /// What the document says of its API as a whole.
  package let description: APIDescription

  /// Opens an index, and reads what is said of the API as a whole.
  ///
  /// - Throws: ``DescriptionError`` with code `index` if the file is damaged or of another version, and
  ///   `system` if it cannot be read.
  package init(path: String) throws(DescriptionError) {
    throw DescriptionError(.system, "reading is not supported yet")
  }

  /// Reads the operation with an id; nil if there is none.
  ///
  /// - Complexity: O(log *n*) in the number of operations.
  package func operation(id: String) throws(DescriptionError) -> DescribedOperation? { nil }

  /// Reads the list of all operations, in the document's order.
  package func entries() throws(DescriptionError) -> [DescribedEntry] { [] }

  /// Reads all operations one by one, in the document's order.
  package func forEachOperation(
    _ body: (DescribedOperation) throws(DescriptionError) -> Void
  ) throws(DescriptionError) {}
}
