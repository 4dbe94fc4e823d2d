package import CoreJSON

/// Finds the schemas of responses, as in the descriptions of APIs.
@MainActor
package protocol ResponseSchemas: Sendable {
  /// Reads a document; it blocks.
  ///
  /// - Throws: an error whose description says what is wrong.
  nonisolated func document(_ bytes: [UInt8]) throws -> JSONValue

  /// Returns the schema of a response, or of a record of the list in it: a document, and the place in it as a JSON
  /// pointer (RFC 6901). It is nil if the response is described without content.
  ///
  /// - Throws: `ShellError`: an `expectation` error if the response is not described, and a `usage` error if
  ///   there is no description, or the schema cannot be found in it.
  func schema(
    of response: any LastResponse, isRecord: Bool
  ) async throws -> (document: JSONValue, pointer: String)?
}
