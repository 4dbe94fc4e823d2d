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
  /// What is said of its answer.
  var answer: DescribedAnswer
  /// Whether a request must have a body.
  var isBodyRequired = false
  /// Whether it is deprecated.
  var isDeprecated = false
  /// Whether it is not a command at all.
  var isIgnored = false

  init(
    id: String, hasDeclaredID: Bool = true, method: DescribedMethod, path: String,
    tag: String? = nil, summary: String? = nil, commandName: String? = nil, isList: Bool? = nil
  ) {
    (self.id, self.hasDeclaredID, self.method, self.path) = (id, hasDeclaredID, method, path)
    (self.tag, self.summary, self.commandName) = (tag, summary, commandName)
    answer = DescribedAnswer(isList: isList)
  }

  init(_ operation: DescribedOperation) {
    self.init(
      id: operation.id,
      hasDeclaredID: !OperationIDs.isMade(operation.id, operation.method, operation.path),
      method: operation.method, path: operation.path, tag: operation.tags.first,
      summary: operation.summary ?? operation.description.map { String($0.prefix(200)) },
      commandName: operation.commandName)
    (isBodyRequired, isDeprecated) = (operation.isBodyRequired, operation.isDeprecated)
    answer = operation.answer
    isIgnored = operation.isIgnored
  }
}

extension NamingFacts {
  /// Whether its answer is a list or contains one; nil if it is not described.
  var isList: Bool? {
    get { answer.isDescribed ? answer.hasList : nil }
    set { answer = DescribedAnswer(isList: newValue) }
  }
}
