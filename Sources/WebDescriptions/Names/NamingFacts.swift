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
      isList: operation.result.flatMap(\.isList), isIgnored: operation.isIgnored)
  }
}

extension DescribedOperation {
  /// Whether it returns a list, or an object around one; by its id if its response is not described.
  package var isList: Bool { result?.isList ?? (NameWords.words(of: id).first == "list") }
}
