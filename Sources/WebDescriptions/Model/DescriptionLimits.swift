/// The limits on reading a document.
///
/// Exceeding a limit in the first group is an error. Parts that exceed one of the other limits are cut.
package struct DescriptionLimits: Sendable, Equatable {
  /// The size limit of a document, in bytes: 64 MiB.
  package var documentSize = 64 << 20
  /// The maximum number of operations in a document.
  package var operations = 20_000
  /// The maximum number of values in a document: members, elements, and their containers.
  package var values = 10_000_000
  /// How many bytes YAML aliases may add.
  package var aliasSize = 16 << 20
  /// How many other documents a document may refer to.
  package var documents = 200
  /// The limit on the total size of all other documents, in bytes: 64 MiB.
  package var documentsSize = 64 << 20
  /// The size limit of the index, in bytes: 256 MiB.
  package var indexSize = 256 << 20

  /// A request's schema is cut at this depth.
  package var schemaDepth = 8
  /// A response's schema is cut at this depth.
  package var responseDepth = 4
  /// A request's schema is cut after this many parts; its outer parts come first.
  package var schemaNodes = 300
  /// A response's schema is cut after this many parts.
  package var responseNodes = 150
  /// The schemas of one operation are cut after this many parts in all.
  package var operationNodes = 2_000
  /// The schemas of a document are cut after this many parts in all.
  package var documentNodes = 2_000_000
  /// Shared schemas are cut after this many parts in all, counted for each operation that has them.
  package var repeatedNodes = 10_000_000
  /// The maximum number of media types in all responses of an operation.
  package var responseBodies = 100
  /// The maximum number of alternatives, and of choices, in one schema.
  package var choices = 250
  /// The maximum number of parameters of an operation.
  package var parameters = 500
  /// The maximum number of parameters of all operations; those of a path count for each operation.
  package var allParameters = 500_000
  /// The length limit of names, in bytes: of parameters, properties, tags, ids and scopes.
  package var name = 250
  /// The length limit of a path or URL, in bytes.
  package var path = 2_000
  /// The length limit of a summary or title, in bytes.
  package var summary = 300
  /// The length limit of the description of an operation or an API, in bytes.
  package var description = 4_000
  /// The length limit of the description of a parameter, property or response, in bytes.
  package var shortDescription = 600
  /// The size limit of a default, example or choice, in bytes of JSON.
  package var value = 2_000
  /// How many problems are kept.
  package var problems = 500

  /// Creates the default limits.
  package init() {}
}
