/// What the parts of a reader share: the documents, the limits, what is left of them, and the problems.
final class ReadingContext {
  let documents: SourceDocuments
  let limits: DescriptionLimits
  /// Whether the document is OpenAPI 2.
  let isSwagger: Bool

  /// The schemas that were read.
  var schemas = KnownSchemas()
  /// The parts of schemas that may still be read, of the whole document.
  var nodesLeft: Int
  /// The parts of schemas that may still be repeated, of the whole document.
  var repeatedNodesLeft: Int
  /// The parameters that operations may still have, of the whole document.
  private var parametersLeft: Int

  /// The path or other place that is being read, for problems.
  var place = ""
  /// The method that is being read, for problems.
  var method: String?

  private(set) var problems: [DescriptionProblem] = []
  private(set) var problemCount = 0

  init(_ documents: SourceDocuments, limits: DescriptionLimits, isSwagger: Bool) {
    (self.documents, self.limits, self.isSwagger) = (documents, limits, isSwagger)
    nodesLeft = limits.documentNodes
    repeatedNodesLeft = limits.repeatedNodes
    parametersLeft = limits.allParameters
  }

  /// Counts parameters of an operation.
  func count(parameters: Int) throws(DescriptionError) {
    parametersLeft -= parameters
    guard parametersLeft >= 0 else {
      throw DescriptionError(
        .limit, "the operations have more than \(limits.allParameters) parameters together")
    }
  }

  /// Notes a problem at the place that is being read.
  func note(_ reason: String, isOperationMissing: Bool = false) {
    problemCount += 1
    guard problems.count < limits.problems else { return }
    problems.append(
      DescriptionProblem(
        place: place.cut(limits.name), method: method, reason: reason.cut(limits.summary),
        isOperationMissing: isOperationMissing))
  }

  /// Follows a value's references; nil, with a problem noted, if they lead nowhere.
  func resolved(_ value: DocumentValue) -> DocumentValue? {
    do throws(SourceDocuments.ReferenceProblem) {
      return try documents.resolve(value)
    } catch {
      note(error.reason)
      return nil
    }
  }

  /// Returns a name that is short enough; nil, with a problem noted, otherwise.
  func name(_ value: DocumentValue?, of what: String) -> String? {
    guard let value, let name = value.text(limits.name + 1), !name.isEmpty else {
      note("\(what) has no name")
      return nil
    }
    guard name.utf8.count <= limits.name else {
      note("the name of \(what) has more than \(limits.name) bytes")
      return nil
    }
    return name
  }

  /// Returns the strings of an array, at most `count`, each cut at the bound of a name.
  func names(_ value: DocumentValue?, _ count: Int = 100) -> [String] {
    guard let value else { return [] }
    return value.elements.prefix(count).compactMap { $0.text(limits.name) }
  }
}
