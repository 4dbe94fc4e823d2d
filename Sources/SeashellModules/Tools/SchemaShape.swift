import SeashellKit

/// What a JSON Schema takes, as a command line can give it.
enum SchemaShape: Sendable {
  /// One word.
  case value(ValueSchema)
  /// A word for each element of an array.
  case list(ListSchema)
  /// The members of an object, each by itself.
  case object(ObjectSchema)
  /// No value at all.
  case nothing

  /// An array.
  struct ListSchema: Sendable {
    /// What each element is.
    let items: ValueSchema
    /// The least and the greatest number of elements.
    let count: ClosedRange<Int>
    /// Whether no two elements may be equal.
    let isUnique: Bool
  }

  /// An object whose members are known.
  struct ObjectSchema: Sendable {
    /// The members and their schemas, in the schema's order.
    let properties: [CellValue.Field]
    /// The members that must be there.
    let required: Set<String>
  }
}
