package import CoreJSON

/// A JSON Schema, ready to check values with.
///
/// It knows the versions from draft-04 to 2020-12, and the schemas of OpenAPI 3.0. It lists the parts of a
/// schema that it does not check: keywords that the version does not have, formats other than those of
/// `TextFormat`, and references to other documents.
package struct JSONSchema: Sendable {
  /// The default limit on a check, in steps; so many take a few seconds.
  static let maximumSteps = 20_000_000

  /// The parts of the schema that are not checked, each once: `format 'duration' at #/properties/age`.
  package let notChecked: [String]

  private let nodes: [SchemaNode]

  /// Reads a schema and the schemas that it leads to.
  ///
  /// - Parameters:
  ///   - document: the document with the schema.
  ///   - pointer: the place of the schema in the document, as a JSON pointer (RFC 6901).
  ///   - dialect: the version of JSON Schema; nil for that of the document: of its `$schema`, or of the version
  ///     of OpenAPI, and else 2020-12.
  package init(
    _ document: JSONValue, at pointer: String = "", dialect: SchemaDialect? = nil
  ) throws(SchemaError) {
    let reader = try SchemaReader(
      document, at: pointer, dialect: dialect ?? SchemaDialect(of: document))
    nodes = reader.nodes
    notChecked = reader.unchecked.parts
  }

  /// Compares a value with the schema.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - most: how many differences to keep; all are counted.
  /// - Throws: a ``SchemaError`` if the schema refers to itself without an end, or if a check exceeds the
  ///   limit of depth, steps or a pattern's time. Then it is unknown whether the value matches.
  package func check(
    _ value: JSONValue, atMost most: Int = 20
  ) throws(SchemaError) -> SchemaResult {
    try check(value, atMost: most, steps: Self.maximumSteps)
  }

  /// Compares a value with the schema, in so many steps of one comparison at most.
  func check(
    _ value: JSONValue, atMost most: Int = 20, steps: Int
  ) throws(SchemaError) -> SchemaResult {
    var checker = SchemaChecker(nodes, most: max(0, most), steps: steps)
    var parts = EvaluatedParts()
    _ = try checker.check(0, value, &parts)
    return SchemaResult(
      differences: checker.found.differences, count: checker.found.count, notChecked: notChecked)
  }
}
