package import CoreJSON
package import ShellCommands
import ShellOutput

/// Finds the schemas of responses in the descriptions of APIs.
@MainActor
package struct ResponseSchemas {
  /// A schema in a document.
  package struct Place: Sendable {
    /// The description of an API, or another document.
    package let document: JSONValue
    /// The place of the schema in the document, as a JSON pointer (RFC 6901).
    package let pointer: String

    package init(_ document: JSONValue, at pointer: String) {
      (self.document, self.pointer) = (document, pointer)
    }
  }

  /// What of a response a schema is for.
  package enum Part: Sendable {
    case body
    /// One record of the list in the body.
    case record
  }

  /// Reads a document, off the main thread.
  ///
  /// Throws an error whose description says what is wrong.
  package var document: @Sendable (_ bytes: [UInt8]) throws -> JSONValue = {
    try JSONValue(json: $0)
  }

  /// Returns the schema that the description of an API has for a response; nil if the response is described
  /// without content.
  ///
  /// Throws `ShellError`: an `expectation` error for a response that is not described, and a `usage` error if
  /// there is no description.
  package var schema:
    @MainActor (_ response: any LastResponse, _ part: Part) async throws -> Place? = { _, _ in
      throw ShellError(
        .usage, "the API of the last response has no description",
        hint: "name a file with a schema: 'expect-schema FILE'")
    }

  /// Creates the value for a program without descriptions, which reads JSON.
  package init() {}
}
