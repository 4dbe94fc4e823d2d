/// One operation: a method on a path.
package struct DescribedOperation: Sendable, Equatable {
  /// The id, unique in its description.
  ///
  /// It is `operationId`, or made from method and path: `get-pets-id`. A second operation with the same
  /// id gets method and path appended.
  package var id: String
  /// The method.
  package var method: DescribedMethod
  /// The path with its templates: `/pets/{id}`.
  package var path: String
  /// The servers of the operation or of its path; nil if those of the description hold.
  package var servers: [DescribedServer]?
  /// The tags, in order.
  package var tags: [String] = []
  /// One line that says what it does.
  package var summary: String?
  /// What it does, cut at a bound.
  package var description: String?
  /// Whether it should not be used any more.
  package var isDeprecated = false
  /// The sufficient combinations of security schemes; nil if those of the description hold, empty if it
  /// needs none.
  package var security: [DescribedSecurityRequirement]?
  /// The parameters of the path and of the operation; those of the operation replace those of its path.
  package var parameters: [DescribedParameter] = []
  /// The request body in each of its media types; empty if it has none.
  package var bodies: [DescribedBody] = []
  /// Whether a request must have a body.
  package var isBodyRequired = false
  /// What the request body means.
  package var bodyDescription: String?
  /// The responses, in order.
  package var responses: [DescribedResponse] = []
  /// The name for command lines: `x-cli-name`.
  package var commandName: String?
  /// Other names for command lines: `x-cli-aliases`.
  package var commandAliases: [String] = []
  /// Whether it is no command at all: `x-cli-ignore`.
  package var isIgnored = false
  /// Whether it is a command that lists leave out: `x-cli-hidden`, `x-hidden`, `hidden`, `x-internal`.
  package var isHidden = false
  /// Whether the description says that it changes nothing, whatever its method: `x-read-only`,
  /// `x-readonly`, `x-safe`.
  package var isDeclaredRead = false
  /// The number of operations in its `callbacks`.
  package var callbackCount = 0

  /// Creates an operation.
  package init(id: String, method: DescribedMethod, path: String) {
    (self.id, self.method, self.path) = (id, method, path)
  }

  /// The declared header parameter `Idempotency-Key`, under whatever case.
  package var idempotencyKey: DescribedParameter? {
    parameters.first { $0.location == .header && $0.name.lowercased() == "idempotency-key" }
  }
}

/// The methods that a description can have operations for.
package enum DescribedMethod: String, Sendable, CaseIterable {
  case get, put, post, delete, options, head, patch, trace

  /// The method as a request has it: `GET`.
  package var name: String { rawValue.uppercased() }

  /// Whether it is HEAD, OPTIONS or TRACE, which are no commands of their own.
  package var isIncidental: Bool { self == .head || self == .options || self == .trace }

  /// Whether requests with it change data, unless the description says otherwise.
  package var isWrite: Bool {
    self == .post || self == .put || self == .patch || self == .delete
  }
}
