/// The properties of an operation that determine its name.
struct NamingFacts: Sendable, Equatable {
  /// The operation's id.
  var id: String
  /// Whether the document declares the id; otherwise it was made from method and path.
  var hasDeclaredID: Bool
  var method: DescribedMethod
  /// The path with its templates.
  var path: String
  /// The first tag.
  var tag: String?
  /// A line that says what the operation does.
  var summary: String?
  /// The name for command lines: `x-cli-name`.
  var commandName: String?
  /// Whether its response is a list or contains one; nil if it is not JSON.
  var isList: Bool?
  /// Whether it is not a command at all.
  var isIgnored: Bool

  init(
    id: String, hasDeclaredID: Bool = true, method: DescribedMethod, path: String,
    tag: String? = nil, summary: String? = nil, commandName: String? = nil, isList: Bool? = nil,
    isIgnored: Bool = false
  ) {
    (self.id, self.hasDeclaredID, self.method, self.path) = (id, hasDeclaredID, method, path)
    (self.tag, self.summary, self.commandName) = (tag, summary, commandName)
    (self.isList, self.isIgnored) = (isList, isIgnored)
  }

  init(_ operation: DescribedOperation) {
    self.init(
      id: operation.id,
      hasDeclaredID: !OperationIDs.isMade(operation.id, operation.method, operation.path),
      method: operation.method, path: operation.path, tag: operation.tags.first,
      summary: operation.summary, commandName: operation.commandName,
      isList: operation.result.flatMap(\.isList), isIgnored: operation.isIgnored)
  }
}

extension DescribedOperation {
  /// Whether it returns a list, or an object around one; if its response is not described, judged by its id.
  var isList: Bool { result?.isList ?? (NameWords.words(of: id).first == "list") }
}
