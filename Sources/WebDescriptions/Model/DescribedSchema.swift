package import CoreJSON

/// The type of a value, simplified and bounded.
///
/// `allOf` is merged, references are followed, and what is too deep, too large or refers to itself is
/// cut, with the reason in ``cut``.
package struct DescribedSchema: Sendable, Equatable {
  /// The name under which the document declares it: `Pet`; nil for a schema in place.
  package var name: String?
  /// The types that a value may have, null among them; empty if any.
  package var types: DescribedTypes = []
  /// The format: `date-time`, `uuid`, `binary`.
  package var format: String?
  /// The title.
  package var title: String?
  /// What it means.
  package var description: String?
  /// The only values that are allowed, `const` included; empty if there is no such list.
  package var choices: [JSONValue] = []
  /// The value that holds where none is given.
  package var defaultValue: JSONValue?
  /// An example.
  package var example: JSONValue?
  /// Bounds of numbers, texts and lists.
  package var bounds = DescribedBounds()
  /// Whether it should not be used any more.
  package var isDeprecated = false
  /// Whether it occurs in responses only.
  package var isReadOnly = false
  /// Whether it occurs in requests only.
  package var isWriteOnly = false
  /// The properties of an object, in order.
  package var properties: [DescribedProperty] = []
  /// Whether an object may have other properties; nil if the document does not say.
  package var allowsOthers: Bool?
  /// The schemas of which a value matches one (`oneOf`) or at least one (`anyOf`).
  package var alternatives: [DescribedSchema] = []
  /// The property that tells which alternative a value is.
  package var discriminator: String?
  /// The media type of a text's content: `application/octet-stream`.
  package var contentType: String?
  /// How a list in a form of OpenAPI 2 is written, if that is declared.
  package var listStyle: DescribedListStyle?
  /// Why it, or something in it, is not whole; nil if it is.
  package var cut: DescribedCut?

  // A struct cannot contain itself, but an array of itself.
  private var itemSchemas: [DescribedSchema] = []
  private var otherSchemas: [DescribedSchema] = []

  /// Creates a schema that allows any value.
  package init(_ types: DescribedTypes = []) { self.types = types }

  /// The elements of a list.
  package var items: DescribedSchema? {
    get { itemSchemas.first }
    set { itemSchemas = newValue.map { [$0] } ?? [] }
  }

  /// The values of properties that have no schema of their own: of a dictionary.
  package var others: DescribedSchema? {
    get { otherSchemas.first }
    set { otherSchemas = newValue.map { [$0] } ?? [] }
  }

  /// Whether null is allowed.
  package var isNullable: Bool { types.contains(.null) }

  /// The only type besides null; nil if any or several are allowed.
  package var type: DescribedTypes? {
    let others = types.subtracting(.null)
    return others.rawValue.nonzeroBitCount == 1 ? others : nil
  }

  /// The property with a name.
  package func property(_ name: String) -> DescribedProperty? {
    properties.first { $0.name == name }
  }
}

/// A property of an object.
package struct DescribedProperty: Sendable, Equatable {
  /// The name.
  package var name: String
  /// Whether an object must have it.
  package var isRequired: Bool
  /// Its value.
  package var schema: DescribedSchema

  /// Creates a property.
  package init(name: String, isRequired: Bool = false, schema: DescribedSchema) {
    (self.name, self.isRequired, self.schema) = (name, isRequired, schema)
  }
}

/// Why a schema is not whole.
package enum DescribedCut: UInt8, Sendable {
  /// It contains itself.
  case recursion
  /// It is nested deeper than ``DescriptionLimits/schemaDepth``.
  case depth
  /// It has more parts than ``DescriptionLimits/schemaNodes``, or all schemas together have too many.
  case size
  /// It refers to something that could not be read.
  case reference
}
