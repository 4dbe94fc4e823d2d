/// A schema, read; other schemas stand in it as their indexes.
struct SchemaNode: Sendable {
  /// Its place in the document, as a JSON pointer.
  let pointer: String

  /// The index of the part of the document with an `$id` of its own that it belongs to.
  let resource: Int

  /// Whether it is `false`, which no value fits.
  var isFalse = false

  /// Whether a part of it is not checked, so that a value that seems to fit may not.
  var isPartial = false

  /// Whether null fits, whatever else it demands.
  var isNullable = false

  var types: SchemaTypes?
  var enumeration: AllowedValues?
  var constant: AllowedValues?
  var bounds: [NumberBound] = []
  var step: NumberStep?
  var length = CountBounds()
  var pattern: SchemaPattern?
  var format: TextFormat?
  var array: ArrayRules?
  var object: ObjectRules?
  var references: [SchemaReference] = []
  var allOf: [Int] = []
  var anyOf: [Int] = []
  var oneOf: [Int] = []
  var not: Int?
  var condition: SchemaCondition?
  var unevaluatedItems: Int?
  var unevaluatedProperties: Int?
}

/// The values of `enum` or `const`.
struct AllowedValues: Sendable {
  let values: Set<CanonicalValue>
  /// The values for messages: `'red', 'green' or 'blue'`.
  let words: String
}

/// What `items` and its kin demand.
struct ArrayRules: Sendable {
  var count = CountBounds()
  var isUnique = false
  /// The schemas of the first items.
  var prefix: [Int] = []
  /// The schema of the items after these.
  var rest: Int?
  var contained: ContainsRule?
}

/// What `contains` demands.
struct ContainsRule: Sendable {
  let schema: Int
  let count: CountBounds
  /// Whether the items that fit count as evaluated, as since 2020-12.
  let evaluates: Bool
}

/// What `properties` and its kin demand.
struct ObjectRules: Sendable {
  var count = CountBounds()
  var required: [String] = []
  var properties: [String: Int] = [:]
  var patterns: [(pattern: SchemaPattern, schema: Int)] = []
  /// Whether a pattern could not be read, so that it is unknown which properties are additional.
  var hasUnreadPattern = false
  /// The schema of the properties that none of these is for.
  var additional: Int?
  /// The schema of the names.
  var names: Int?
  /// The names that must be there too if a name is there.
  var dependentRequired: [(name: String, required: [String])] = []
  /// The schema that the object must fit too if a name is there.
  var dependentSchemas: [(name: String, schema: Int)] = []
}

/// A `$ref`, or a reference whose target depends on the way to it.
struct SchemaReference: Sendable {
  let target: Int
  /// The targets of a dynamic reference, by their resources; the outermost one on the way counts.
  var dynamic: [Int: Int] = [:]
}

/// `if`, `then` and `else`.
struct SchemaCondition: Sendable {
  let condition: Int
  let then: Int?
  let otherwise: Int?
}
