/// A part of a document that could not be read, although the rest could.
package struct DescriptionProblem: Sendable, Equatable {
  /// The path or another place in the document: `/pets/{id}`, `components/securitySchemes/key`.
  package var place: String
  /// The method as written, such as `get`, if the problem concerns a single operation.
  package var method: String?
  /// What is wrong: one sentence without a full stop.
  package var reason: String
  /// Whether an operation is missing for this reason.
  package var isOperationMissing: Bool

  package init(
    place: String, method: String? = nil, reason: String, isOperationMissing: Bool = false
  ) {
    (self.place, self.method, self.reason) = (place, method, reason)
    self.isOperationMissing = isOperationMissing
  }
}
