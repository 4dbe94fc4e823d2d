/// The bounds on what is read and kept of a document.
///
/// A document that exceeds one of the first group is an error. What exceeds one of the others is cut.
package struct DescriptionLimits: Sendable, Equatable {
  /// The largest document, in bytes: 64 MiB.
  package var documentSize = 64 << 20
  /// The most operations of a document.
  package var operations = 20_000
  /// The most values in a document: members, elements and what contains them.
  package var values = 10_000_000
  /// The most bytes that aliases of YAML may add.
  package var aliasSize = 16 << 20
  /// The most other documents that a document may refer to.
  package var documents = 200
  /// The largest size of all other documents together, in bytes: 64 MiB.
  package var documentsSize = 64 << 20
  /// The largest index, in bytes: 256 MiB.
  package var indexSize = 256 << 20

  /// The depth at which a schema of a request is cut.
  package var schemaDepth = 8
  /// The depth at which a schema of a response is cut.
  package var responseDepth = 4
  /// The parts of one schema of a request after which it is cut; its outer parts come first.
  package var schemaNodes = 300
  /// The parts of one schema of a response after which it is cut.
  package var responseNodes = 150
  /// The parts of all schemas of one operation after which they are cut.
  package var operationNodes = 2_000
  /// The parts of all schemas of a document after which they are cut.
  package var documentNodes = 2_000_000
  /// The parts of the schemas that several operations have, counted for each, after which they are cut.
  package var repeatedNodes = 10_000_000
  /// The most media types of all responses of an operation.
  package var responseBodies = 100
  /// The most alternatives, and choices, of one schema.
  package var choices = 250
  /// The most parameters of an operation.
  package var parameters = 500
  /// The most parameters of all operations together, those of a path counted for each.
  package var allParameters = 500_000
  /// The longest name, in bytes: of a parameter, a property, a tag, an id, a scope.
  package var name = 250
  /// The longest path or URL, in bytes.
  package var path = 2_000
  /// The longest summary or title, in bytes.
  package var summary = 300
  /// The longest description of an operation or an API, in bytes.
  package var description = 4_000
  /// The longest description of a parameter, property or response, in bytes.
  package var shortDescription = 600
  /// The largest default, example or choice, in bytes of JSON.
  package var value = 2_000
  /// The most problems that are kept.
  package var problems = 500

  /// Creates the usual limits.
  package init() {}
}
