import CoreJSON
import WebAPI
import WebAuthorization

/// An OpenAPI document's description of its API as a whole; operations are read separately.
struct APIDescription: Sendable, Equatable {
  /// The title, such as `Petstore`; empty if the document has none.
  var title = ""
  /// The API's own version: `1.4.2`.
  var version = ""
  /// The OpenAPI version, as written: `2.0`, `3.0.3`, `3.1.0`.
  var specification = ""
  /// The introduction, possibly cut.
  var description: String?
  /// The servers, in the document's order.
  var servers: [DescribedServer] = []
  /// The declared ways to sign in.
  var securitySchemes: [SecurityScheme] = []
  /// The requirement of operations that declare none: each element is one sufficient combination.
  var security: [SecurityRequirement] = []
  var tags: [DescribedTag] = []
  /// The extensions at the top level and in `info`: `x-…`.
  var extensions: [DescribedExtension] = []
  /// The number of operations that can be called.
  var operationCount = 0
  /// The number of operations under `webhooks`, which the API calls itself.
  var webhookCount = 0
  /// The number of operations in `callbacks` of operations, which the API calls too.
  var callbackCount = 0
  /// The number of HEAD, OPTIONS and TRACE operations among those that can be called.
  var incidentalCount = 0
  /// The parts that could not be read, at most ``DescriptionLimits/problems``.
  var problems: [DescriptionProblem] = []
  /// The number of problems, including those that were not kept.
  var problemCount = 0
  /// The document's path or URL.
  var source = ""
  /// The SHA-256 of the document, in hexadecimal.
  var digest = ""
  /// When the document was read, in seconds since 1970.
  var date = 0
  /// A text that differs after each change of the document's file; empty for a URL, and in an index of a
  /// former version.
  var stamp = ""

  init() {}

  func securityScheme(_ id: String) -> SecurityScheme? {
    securitySchemes.first { $0.id == id }
  }
}

struct DescribedTag: Sendable, Equatable {
  /// The name that operations refer to.
  var name: String
  /// The meaning of the tag.
  var description: String?

  init(name: String, description: String? = nil) {
    (self.name, self.description) = (name, description)
  }
}

/// An extension: a member whose name begins with `x-`.
struct DescribedExtension: Sendable, Equatable {
  /// The name: `x-cli-config`.
  var name: String
  /// The value; large ones are omitted.
  var value: JSONValue

  init(name: String, value: JSONValue) {
    (self.name, self.value) = (name, value)
  }
}

/// A part of a document that could not be read, although the rest could.
struct DescriptionProblem: Sendable, Equatable {
  /// The path or another place in the document: `/pets/{id}`, `components/securitySchemes/key`.
  var place: String
  /// The method as written, such as `get`, if the problem concerns a single operation.
  var method: String?
  /// What is wrong: one sentence without a full stop.
  var reason: String
  /// Whether an operation is missing for this reason.
  var isOperationMissing: Bool

  init(
    place: String, method: String? = nil, reason: String, isOperationMissing: Bool = false
  ) {
    (self.place, self.method, self.reason) = (place, method, reason)
    self.isOperationMissing = isOperationMissing
  }
}
