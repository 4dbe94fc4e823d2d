/// The state shared by a reader's parts: the documents, the limits with what is left of them, and the
/// problems.
final class ReadingContext {
  let documents: SourceDocuments
  let limits: DescriptionLimits
  let isSwagger: Bool

  var schemas = KnownSchemas()
  /// How many more parts of schemas may be read in the whole document.
  var nodesLeft: Int
  /// How many more parts of shared schemas may be repeated in the whole document.
  var repeatedNodesLeft: Int
  /// How many more parameters operations may have in the whole document.
  private var parametersLeft: Int

  var place = ""
  var method: String?

  private(set) var problems: [DescriptionProblem] = []
  private(set) var problemCount = 0

  init(_ documents: SourceDocuments, limits: DescriptionLimits, isSwagger: Bool) {
    (self.documents, self.limits, self.isSwagger) = (documents, limits, isSwagger)
    nodesLeft = limits.documentNodes
    repeatedNodesLeft = limits.repeatedNodes
    parametersLeft = limits.allParameters
  }

  func count(parameters: Int) throws(DescriptionError) {
    parametersLeft -= parameters
    guard parametersLeft >= 0 else {
      throw DescriptionError(
        .limit, "the operations have more than \(limits.allParameters) parameters together")
    }
  }

  func note(_ reason: String, isOperationMissing: Bool = false) {
    problemCount += 1
    guard problems.count < limits.problems else { return }
    problems.append(
      DescriptionProblem(
        place: place.cut(limits.name), method: method, reason: reason.cut(limits.summary),
        isOperationMissing: isOperationMissing))
  }

  /// Follows a value's references; if that fails, records a problem and returns nil.
  func resolved(_ value: DocumentValue) -> DocumentValue? {
    do throws(SourceDocuments.ReferenceProblem) {
      return try documents.resolve(value)
    } catch {
      note(error.reason)
      return nil
    }
  }

  /// Returns a name; if it is too long, records a problem and returns nil.
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

  /// Returns the strings of an array, at most `count`, each cut to the length limit of names.
  func names(_ value: DocumentValue?, _ count: Int = 100) -> [String] {
    guard let value else { return [] }
    return value.elements.prefix(count).compactMap { $0.text(limits.name) }
  }
}
