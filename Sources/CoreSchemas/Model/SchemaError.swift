/// An error in a schema, or a reason why a value could not be checked with it.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the schema's document, as a JSON pointer (RFC 6901); empty for the whole document.
  let pointer: String

  /// What is wrong there, which follows the place: `is not a schema`.
  let message: String

  init(_ pointer: String, _ message: String) {
    (self.pointer, self.message) = (pointer, message)
  }

  /// The place and what is wrong: `#/properties/price/minimum is text, not a number`.
  package var description: String {
    "\(pointer.isEmpty ? "the schema" : "#\(pointer.shortened(to: 200))") \(message)"
  }
}
