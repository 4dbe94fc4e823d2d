/// What a check of a value found.
package struct SchemaResult: Sendable {
  /// The first differences, in the order of the value.
  package let differences: [SchemaDifference]

  /// The number of all differences; alternatives of which none matches are one difference.
  package let count: Int

  /// The parts of the schema that were not checked, each once: `format 'duration' at #/properties/age`.
  let notChecked: [String]

  /// Whether the value matches, as far as it was checked.
  package var isValid: Bool { count == 0 }
}

/// A difference between a value and a schema.
package struct SchemaDifference: Hashable, Sendable, CustomStringConvertible {
  /// The place in the value, such as `items[3].price`; empty for the whole value.
  package let path: String

  /// What differs, which follows the place: `is text, not a number`.
  package let message: String

  /// The place of the rule in the schema's document, as a JSON pointer (RFC 6901).
  let pointer: String

  /// The place and what differs: `items[3].price is text, not a number`.
  package var description: String { "\(path.isEmpty ? "the value" : path) \(message)" }
}
