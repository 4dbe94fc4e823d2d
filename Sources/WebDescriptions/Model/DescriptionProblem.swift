/// Something in a document that could not be read; the rest was.
package struct DescriptionProblem: Sendable, Equatable {
  /// The path, or another place in the document: `/pets/{id}`, `components/securitySchemes/key`.
  package var place: String
  /// The method as written, `get`; nil if the problem concerns no single operation.
  package var method: String?
  /// What is wrong, in one sentence without a full stop.
  package var reason: String
  /// Whether an operation is missing because of it.
  package var isOperationMissing: Bool

  /// Creates a problem.
  package init(
    place: String, method: String? = nil, reason: String, isOperationMissing: Bool = false
  ) {
    (self.place, self.method, self.reason) = (place, method, reason)
    self.isOperationMissing = isOperationMissing
  }
}
