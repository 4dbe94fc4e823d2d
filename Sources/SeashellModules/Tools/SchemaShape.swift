import SeashellKit

/// The kind of value that a JSON Schema accepts, in terms of a command line.
enum SchemaShape: Sendable {
  case value(ValueSchema)
  /// A word for each element of an array.
  case list(ListSchema)
  /// The members of an object, each given separately.
  case object(ObjectSchema)
  /// No value at all.
  case nothing

  struct ListSchema: Sendable {
    let items: ValueSchema
    let count: ClosedRange<Int>
    /// Whether all elements must differ.
    let isUnique: Bool
  }

  struct ObjectSchema: Sendable {
    let properties: [CellValue.Field]
    let required: Set<String>
  }
}
