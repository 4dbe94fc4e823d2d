/// The limits on reading a document.
///
/// Exceeding a limit in the first group is an error. Parts that exceed one of the other limits are cut.
struct DescriptionLimits: Sendable, Equatable {
  /// The size limit of a document, in bytes: 64 MiB.
  var documentSize = 64 << 20
  /// The maximum number of operations in a document.
  var operations = 20_000
  /// The maximum number of values in a document: members, elements, and their containers.
  var values = 10_000_000
  /// How many bytes YAML aliases may add.
  var aliasSize = 16 << 20
  /// How many other documents a document may refer to.
  var documents = 200
  /// The limit on the total size of all other documents, in bytes: 64 MiB.
  var documentsSize = 64 << 20
  /// The size limit of the index, in bytes: 256 MiB.
  var indexSize = 256 << 20

  /// A request's schema is cut at this depth.
  var schemaDepth = 8
  /// A response's schema is cut at this depth.
  var responseDepth = 4
  /// A request's schema is cut after this many parts; its outer parts come first.
  var schemaNodes = 300
  /// A response's schema is cut after this many parts.
  var responseNodes = 150
  /// The schemas of one operation are cut after this many parts in all.
  var operationNodes = 2_000
  /// The schemas of a document are cut after this many parts in all.
  var documentNodes = 2_000_000
  /// Shared schemas are cut after this many parts in all, counted for each operation that has them.
  var repeatedNodes = 10_000_000
  /// The maximum number of media types in all responses of an operation.
  var responseBodies = 100
  /// The maximum number of alternatives, and of choices, in one schema.
  var choices = 250
  /// The maximum number of parameters of an operation.
  var parameters = 500
  /// The maximum number of parameters of all operations; those of a path count for each operation.
  var allParameters = 500_000
  /// The length limit of names, in bytes: of parameters, properties, tags, ids and scopes.
  var name = 250
  /// The length limit of a path or URL, in bytes.
  var path = 2_000
  /// The length limit of a summary or title, in bytes.
  var summary = 300
  /// The length limit of the description of an operation or an API, in bytes.
  var description = 4_000
  /// The length limit of the description of a parameter, property or response, in bytes.
  var shortDescription = 600
  /// The size limit of a default, example or choice, in bytes of JSON.
  var value = 2_000
  /// How many problems are kept.
  var problems = 500

  /// Creates the default limits.
  init() {}
}
