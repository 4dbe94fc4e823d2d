package import CoreJSON

/// What an OpenAPI document says of its API as a whole; its operations are read one by one.
package struct APIDescription: Sendable, Equatable {
  /// The title, `Petstore`; empty if the document has none.
  package var title = ""
  /// The API's own version: `1.4.2`.
  package var version = ""
  /// The version of OpenAPI as written: `2.0`, `3.0.3`, `3.1.0`.
  package var specification = ""
  /// The introduction, cut at a bound.
  package var description: String?
  /// The servers in the order of the document; empty if it names none.
  package var servers: [DescribedServer] = []
  /// The declared ways to sign in.
  package var securitySchemes: [DescribedSecurityScheme] = []
  /// What operations need that say nothing of their own: each element is one sufficient combination.
  package var security: [DescribedSecurityRequirement] = []
  /// The declared tags.
  package var tags: [DescribedTag] = []
  /// The extensions at the top level and in `info`, by name: `x-…`.
  package var extensions: [DescribedExtension] = []
  /// The number of operations that can be called.
  package var operationCount = 0
  /// The number of operations under `webhooks`, which the API calls itself.
  package var webhookCount = 0
  /// The number of operations in `callbacks` of operations, which the API calls too.
  package var callbackCount = 0
  /// The number of HEAD, OPTIONS and TRACE operations among those that can be called.
  package var incidentalCount = 0
  /// What could not be read, at most ``DescriptionLimits/problems``.
  package var problems: [DescriptionProblem] = []
  /// The number of all problems.
  package var problemCount = 0
  /// Where the document came from: a path or a URL.
  package var source = ""
  /// The SHA-256 of the document, in hexadecimal.
  package var digest = ""
  /// When the document was read, in seconds since 1970.
  package var date = 0

  /// Creates an empty description.
  package init() {}

  /// The security scheme with an id.
  package func securityScheme(_ id: String) -> DescribedSecurityScheme? {
    securitySchemes.first { $0.id == id }
  }
}

/// A declared tag.
package struct DescribedTag: Sendable, Equatable {
  /// The tag, as operations name it.
  package var name: String
  /// What it means.
  package var description: String?

  /// Creates a tag.
  package init(name: String, description: String? = nil) {
    (self.name, self.description) = (name, description)
  }
}

/// An extension: a member whose name begins with `x-`.
package struct DescribedExtension: Sendable, Equatable {
  /// The name: `x-cli-config`.
  package var name: String
  /// The value, which is small: longer ones are left out.
  package var value: JSONValue

  /// Creates an extension.
  package init(name: String, value: JSONValue) {
    (self.name, self.value) = (name, value)
  }
}
