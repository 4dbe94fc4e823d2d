/// What the name of an operation depends on.
package struct NamingFacts: Sendable, Equatable {
  /// The operation's id.
  package var id: String
  /// Whether the id is in the document, and was not made from method and path.
  package var hasDeclaredID: Bool
  /// The method.
  package var method: DescribedMethod
  /// The path with its templates.
  package var path: String
  /// The first tag.
  package var tag: String?
  /// One line that says what it does.
  package var summary: String?
  /// The name for command lines: `x-cli-name`.
  package var commandName: String?
  /// Whether its response is a list or has one; nil if it is no JSON.
  package var isList: Bool?
  /// Whether it is no command at all.
  package var isIgnored: Bool

  /// Creates the facts of an operation.
  package init(
    id: String, hasDeclaredID: Bool = true, method: DescribedMethod, path: String,
    tag: String? = nil, summary: String? = nil, commandName: String? = nil, isList: Bool? = nil,
    isIgnored: Bool = false
  ) {
    (self.id, self.hasDeclaredID, self.method, self.path) = (id, hasDeclaredID, method, path)
    (self.tag, self.summary, self.commandName) = (tag, summary, commandName)
    (self.isList, self.isIgnored) = (isList, isIgnored)
  }

  /// Reads the facts of an operation.
  package init(_ operation: DescribedOperation) {
    self.init(
      id: operation.id,
      hasDeclaredID: !OperationIDs.isMade(operation.id, operation.method, operation.path),
      method: operation.method, path: operation.path, tag: operation.tags.first,
      summary: operation.summary, commandName: operation.commandName,
      isList: Self.schema(of: operation).flatMap(Self.isList), isIgnored: operation.isIgnored)
  }

  /// Returns the schema of the successful response in JSON.
  ///
  /// Status 200 comes first, then others that say success. `default` is an error's, unless there is no other.
  private static func schema(of operation: DescribedOperation) -> DescribedSchema? {
    var (success, other): (DescribedSchema?, DescribedSchema?)
    var hasSuccess = false
    for response in operation.responses {
      let isSuccess = response.status.hasPrefix("2")
      hasSuccess = hasSuccess || isSuccess
      guard isSuccess || response.status == "default" else { continue }
      for body in response.bodies where body.contentType.lowercased().contains("json") {
        guard let schema = body.schema else { continue }
        if response.status == "200" { return schema }
        if isSuccess { success = success ?? schema } else { other = other ?? schema }
        break
      }
    }
    return hasSuccess ? success : other
  }

  /// Whether values of a schema are lists, or objects around one; nil if it does not say what they are.
  private static func isList(_ schema: DescribedSchema) -> Bool? {
    if schema.types.isEmpty, schema.properties.isEmpty, schema.alternatives.isEmpty { return nil }
    if schema.types.contains(.array) { return true }
    var count = 0
    for property in schema.properties where property.schema.types.contains(.array) {
      switch property.name {
      case "content", "data", "elements", "entries", "items", "records", "results", "values":
        return true
      default: count += 1
      }
    }
    return count == 1 && schema.properties.count <= 4
  }
}
