import CoreJSON

/// The type of a value, simplified and bounded.
///
/// `allOf` is merged, and references are followed. Parts that are too deep, too large or recursive are cut,
/// with the reason in ``cut``.
struct DescribedSchema: Sendable, Equatable {
  /// The name of its declaration, such as `Pet`, if it has one.
  var name: String?
  /// The types that a value may have, including null; empty for any type.
  var types: DescribedTypes = []
  /// The format: `date-time`, `uuid`, `binary`.
  var format: String?
  var title: String?
  /// The meaning of the value.
  var description: String?
  /// The only allowed values, including `const`; empty if the schema has no such list.
  var choices: [JSONValue] = []
  /// The default value.
  var defaultValue: JSONValue?
  var example: JSONValue?
  /// The limits of numbers, texts and lists.
  var bounds = DescribedBounds()
  /// Whether it is deprecated.
  var isDeprecated = false
  /// Whether it occurs only in responses.
  var isReadOnly = false
  /// Whether it occurs only in requests.
  var isWriteOnly = false
  /// The properties of an object, in order.
  var properties: [DescribedProperty] = []
  /// Whether an object may have other properties, if the document says so.
  var allowsOthers: Bool?
  /// The schemas of which a value matches one (`oneOf`) or at least one (`anyOf`).
  var alternatives: [DescribedSchema] = []
  /// The property that identifies the alternative.
  var discriminator: String?
  /// The media type of a text's content: `application/octet-stream`.
  var contentType: String?
  /// How a list in an OpenAPI 2 form is written, if declared.
  var listStyle: DescribedListStyle?
  /// Why it, or a part of it, is incomplete; nil if it is complete.
  var cut: DescribedCut?

  // A struct can contain an array of itself, but not itself.
  private var itemSchemas: [DescribedSchema] = []
  private var otherSchemas: [DescribedSchema] = []

  init(_ types: DescribedTypes = []) { self.types = types }

  /// The schema of a list's elements.
  var items: DescribedSchema? {
    get { itemSchemas.first }
    set { itemSchemas = newValue.map { [$0] } ?? [] }
  }

  /// The schema of properties that are not declared, as in a dictionary.
  var others: DescribedSchema? {
    get { otherSchemas.first }
    set { otherSchemas = newValue.map { [$0] } ?? [] }
  }

  /// Whether null is allowed.
  var isNullable: Bool { types.contains(.null) }

  /// The only type besides null, unless any or several are allowed.
  var type: DescribedTypes? {
    let others = types.subtracting(.null)
    return others.rawValue.nonzeroBitCount == 1 ? others : nil
  }

  func property(_ name: String) -> DescribedProperty? {
    properties.first { $0.name == name }
  }
}

struct DescribedProperty: Sendable, Equatable {
  var name: String
  /// Whether an object must have the property.
  var isRequired: Bool
  var schema: DescribedSchema

  init(name: String, isRequired: Bool = false, schema: DescribedSchema) {
    (self.name, self.isRequired, self.schema) = (name, isRequired, schema)
  }
}

/// Why a schema is incomplete.
enum DescribedCut: UInt8, Sendable {
  /// It contains itself.
  case recursion
  /// It is nested deeper than ``DescriptionLimits/schemaDepth``.
  case depth
  /// It has more parts than ``DescriptionLimits/schemaNodes``, or all schemas together have too many.
  case size
  /// It refers to something that could not be read.
  case reference
}

/// How a list or an object is written in a parameter (OpenAPI 3.1, 4.8.12.3).
enum DescribedStyle: String, Sendable, CaseIterable {
  case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
  /// Tabs between the elements, only in OpenAPI 2: `collectionFormat: tsv`.
  case tabDelimited
}

/// How a list is written; in OpenAPI 2 also for fields of a form.
struct DescribedListStyle: Sendable, Equatable {
  var style: DescribedStyle
  /// Whether each element becomes a separate field.
  var isExploded: Bool

  init(_ style: DescribedStyle, isExploded: Bool) {
    (self.style, self.isExploded) = (style, isExploded)
  }
}
