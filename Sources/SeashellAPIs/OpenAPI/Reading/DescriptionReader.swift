import CoreSystem

/// Reads OpenAPI 2.0, 3.0 and 3.1, in JSON or YAML.
///
/// The bytes are read once into an outline, and operations are then read from it one at a time, so that
/// memory does not grow with the details of all operations.
struct DescriptionReader {
  var limits: DescriptionLimits

  /// Returns the bytes of another document that the document refers to.
  ///
  /// It receives the absolute path or URL without its fragment, and throws to reject the document; see
  /// ``FileReferences``. If it is nil, other documents cannot be read.
  var load: ((_ location: String) throws -> [UInt8])?

  /// Creates a reader.
  init(
    limits: DescriptionLimits = DescriptionLimits(),
    load: ((_ location: String) throws -> [UInt8])? = nil
  ) {
    (self.limits, self.load) = (limits, load)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document, in JSON or YAML.
  ///   - source: the document's absolute path or URL, to which references are relative.
  ///   - date: the time of reading, in seconds since 1970.
  ///   - body: called with each operation, in the document's order.
  /// - Returns: the description of the API as a whole.
  /// - Throws: ``DescriptionError``, or what the body throws.
  func read(
    _ bytes: [UInt8], source: String, date: Int = 0,
    _ body: (DescribedOperation) throws(DescriptionError) -> Void
  ) throws(DescriptionError) -> APIDescription {
    let documents = try SourceDocuments(bytes, location: source, limits: limits, load: load)
    let version = try HeadReader.version(of: documents.root)
    let context = ReadingContext(
      documents, limits: limits, isSwagger: documents.root[.openapi] == nil)
    var head = HeadReader(context: context).head(version: version)
    var operations = OperationReader(context)
    try read(documents.root[.paths], &operations, context, body)
    head.webhookCount = webhooks(documents.root[.webhooks], operations)
    head.operationCount = operations.count
    head.incidentalCount = operations.incidentalCount
    head.callbackCount = operations.callbackCount
    head.problems = context.problems
    head.problemCount = context.problemCount
    head.source = source
    head.date = date
    head.digest = SHA256.digest(of: bytes)
    return head
  }

  private func read(
    _ paths: DocumentValue?, _ operations: inout OperationReader, _ context: ReadingContext,
    _ body: (DescribedOperation) throws(DescriptionError) -> Void
  ) throws(DescriptionError) {
    guard let paths else { return }
    // If a name is repeated, the last member counts.
    var last: [String: Int] = [:]
    for member in paths.members {
      if let name = member.name { last[name] = member.index }
    }
    for member in paths.members {
      if let name = member.name, let index = last[name], index != member.index {
        context.place = name
        context.method = nil
        context.note("the path stands twice; the last one counts", isOperationMissing: true)
        continue
      }
      try operations.path(member, body)
    }
  }

  private func webhooks(_ value: DocumentValue?, _ operations: OperationReader) -> Int {
    guard let value else { return 0 }
    return value.members.prefix(limits.operations).reduce(0) { $0 + operations.methodCount(of: $1) }
  }
}
