import SeashellKit

/// The kind of value that a JSON Schema accepts, in terms of a command line.
enum SchemaShape: Sendable {
  /// One word.
  case value(ValueSchema)
  /// A word for each element of an array.
  case list(ListSchema)
  /// The members of an object, each given separately.
  case object(ObjectSchema)
  /// No value at all.
  case nothing

  struct ListSchema: Sendable {
    /// The schema of each element.
    let items: ValueSchema
    /// The minimum and maximum number of elements.
    let count: ClosedRange<Int>
    /// Whether all elements must differ.
    let isUnique: Bool
  }

  struct ObjectSchema: Sendable {
    /// The members and their schemas, in the schema's order.
    let properties: [CellValue.Field]
    let required: Set<String>
  }
}
