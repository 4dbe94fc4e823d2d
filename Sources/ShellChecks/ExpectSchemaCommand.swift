import CoreSchemas
import ShellCommands
import ShellOutput
import ShellRuntime

/// Compares the last response with a schema; as a stage, each record.
struct ExpectSchemaCommand: Command {
  static let name = "expect-schema"

  let file = Argument<String?>(
    "FILE", "the schema, or 'FILE#/components/schemas/NAME' for one in a document",
    completion: "files")

  /// The requests that were sent, for errors.
  let requests: SentRequests

  var specification: CommandSpecification {
    CommandSpecification(
      Self.name,
      abstract: "Check the last response, or each record, with a JSON Schema",
      discussion: """
        As a command it checks the body of the last response, also of one that is an error. As a stage it \
        checks each record, and passes it on. At the end the stage fails if a record does not match, and \
        shows the first five of them, or if there is no record at all.

        In a list of records, a field that only some have is null in the others, so null also counts as missing.

        FILE is a JSON Schema, from draft-04 to 2020-12, or a description in OpenAPI 2.0, 3.0 or 3.1, in \
        JSON or YAML; what follows '#' is the place of the schema in it, as a JSON pointer. Without FILE \
        the schema is the one that the description of the API has for the operation, the status and the \
        content type. A status that is not described is a failure.

        A note names what of a schema is not checked, such as a format that is not known.
        """,
      examples: [
        .init(
          "print '{\"required\":[\"id\"]}' > id.json; products list | expect-schema id.json",
          "checks each product with a schema in a file"),
        .init("api get openapi.json > api.json", "keeps the description of an API"),
        .init(
          "products show p-1; expect-schema api.json#/components/schemas/ProductDetail",
          "checks an answer with a schema in it"),
      ],
      parameters: [file], changesData: false)
  }

  var stageRole: StageRole? { StageRole(.records(stage)) }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let schema = try invocation.pointing(at: file) {
      try SchemaSource(file: invocation[file], in: invocation.shell)
    }
    return ExpectSchemaStage(schema, of: invocation)
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    let source = try invocation.pointing(at: file) {
      try SchemaSource(file: invocation[file], in: shell)
    }
    let answer = try LastAnswer(of: shell, requests)
    let schema: LoadedSchema?
    do {
      schema = try await source.schema(of: answer.response, isRecord: false)
    } catch let error as ShellError where error.code == .expectation {
      throw error.adding(details: answer.details)
    }
    guard let schema else {
      guard try answer.isEmpty else {
        throw ShellError(.expectation, "the last response has a body, and is described without one")
          .adding(details: answer.details)
      }
      return invocation.report("note: the last response has no body, as it is described")
    }
    for note in schema.notes { invocation.report(note) }
    let result = try await schema.check(try answer.json())
    guard !result.isValid else { return }
    let more = result.count - result.differences.count
    throw ShellError(
      .expectation,
      result.count == 1
        ? "the body of the last response does not match the schema"
        : "the body of the last response does not match the schema: \(result.count) differences"
    ).adding(
      details: result.differences.map(\.shown) + (more > 0 ? ["… \(more) more"] : [])
        + answer.details)
  }
}
