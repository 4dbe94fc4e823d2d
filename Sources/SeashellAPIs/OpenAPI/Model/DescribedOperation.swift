import WebAPI

/// One operation: a method on a path.
struct DescribedOperation: Sendable, Equatable {
  /// The id, unique in its description.
  ///
  /// It is the `operationId`, or is made from method and path: `get-pets-id`. If an earlier operation has the
  /// same id, method and path are appended.
  var id: String
  var method: DescribedMethod
  /// The path with its templates: `/pets/{id}`.
  var path: String
  /// The servers of the operation or of its path; nil to use those of the description.
  var servers: [DescribedServer]?
  var tags: [String] = []
  /// One line that says what it does.
  var summary: String?
  /// A description of the operation, possibly cut.
  var description: String?
  /// Whether it is deprecated.
  var isDeprecated = false
  /// The sufficient combinations of security schemes; nil to use those of the description, empty if it needs
  /// none.
  var security: [SecurityRequirement]?
  /// The parameters of the path and of the operation; an operation's parameter overrides its path's.
  var parameters: [DescribedParameter] = []
  /// The request body in each media type; empty if there is none.
  var bodies: [DescribedBody] = []
  /// Whether a request must have a body.
  var isBodyRequired = false
  /// The meaning of the request body.
  var bodyDescription: String?
  /// The responses, in order.
  var responses: [DescribedResponse] = []
  /// The name for command lines: `x-cli-name`.
  var commandName: String?
  /// Other names for command lines: `x-cli-aliases`.
  var commandAliases: [String] = []
  /// Whether it is not a command at all: `x-cli-ignore`.
  var isIgnored = false
  /// Whether it is a command that lists omit: `x-cli-hidden`, `x-hidden`, `hidden`, `x-internal`.
  var isHidden = false
  /// Whether it is declared to change nothing, whatever its method: `x-read-only`, `x-readonly`, `x-safe`.
  var isDeclaredRead = false
  /// The number of operations in its `callbacks`.
  var callbackCount = 0

  init(id: String, method: DescribedMethod, path: String) {
    (self.id, self.method, self.path) = (id, method, path)
  }

  /// The declared header parameter `Idempotency-Key`, in upper or lower case.
  var idempotencyKey: DescribedParameter? {
    parameters.first { $0.location == .header && $0.name.lowercased() == "idempotency-key" }
  }
}

/// The methods that operations can have.
enum DescribedMethod: String, Sendable, CaseIterable {
  case get, put, post, delete, options, head, patch, trace

  /// The method as in requests: `GET`.
  var name: String { rawValue.uppercased() }

  /// Whether it is HEAD, OPTIONS or TRACE, which do not get commands of their own.
  var isIncidental: Bool { self == .head || self == .options || self == .trace }

  /// Whether requests with it change data, unless the description says otherwise.
  var isWrite: Bool {
    self == .post || self == .put || self == .patch || self == .delete
  }
}
