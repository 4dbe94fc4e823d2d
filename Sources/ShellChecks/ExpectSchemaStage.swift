import CoreSchemas
import ShellCommands
import ShellOutput
import ShellRecords
import ShellRuntime

/// Passes records on, and compares each with a schema.
@MainActor
final class ExpectSchemaStage: WaitingStage {
  /// How many records that fail are shown, and how many differences of each.
  private static let (mostShown, mostDifferences) = (5, 3)

  /// Records that came after each other, and the response that they came from.
  private struct Batch {
    var response: (any LastResponse)?
    let columns: [Column]
    let isList: Bool
    var rows: [[CellValue]] = []
  }

  private let source: SchemaSource
  private let output: Output
  private let limit: GatherLimit
  private let report: (String) -> Void

  private var batches: [Batch] = []
  private var waiting = 0
  /// Why the stage has ended early, if it has.
  private var failure: (any Error)?
  /// The schema of the last batch.
  private var known: (schema: LoadedSchema, response: (any LastResponse)?, isList: Bool)?
  private var notes: Set<String> = []
  private var count = 0
  private var failing = 0
  private var shown: [String] = []

  init(_ source: SchemaSource, of invocation: Invocation) {
    self.source = source
    output = invocation.output
    limit = GatherLimit(stage: "expect-schema", limit: invocation.gatherLimit)
    report = invocation.report
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    batches.append(Batch(columns: columns, isList: isList))
    try output.columns(columns, isList: isList)
  }

  func row(_ values: [CellValue]) throws {
    if failure != nil { throw OutputClosed() }
    waiting += 1
    try limit.check(waiting)
    let last = batches.count - 1
    // A command may begin its records before it sends the request.
    if batches[last].rows.isEmpty, case .response(let response)? = StatementAnswers.current?.outcome
    {
      batches[last].response = response
    }
    batches[last].rows.append(values)
    try output.row(values)
  }

  func room() async throws {
    do {
      try await checkWaiting()
    } catch {
      failure = error
    }
    if failure != nil { throw OutputClosed() }
  }

  private func checkWaiting() async throws {
    guard let last = batches.indices.last else { return }
    // More records of the last batch may follow.
    let current = batches
    batches[last].rows = []
    batches.removeSubrange(..<last)
    waiting = 0
    for batch in current { try await check(batch) }
  }

  func finish() async throws {
    if let failure { throw failure }
    try await checkWaiting()
    guard count > 0 else {
      throw ShellError(.expectation, "there are no records, and at least one is expected")
    }
    guard failing > 0 else { return }
    throw ShellError(
      .expectation,
      count == 1
        ? "the record does not match the schema"
        : "\(failing) of \(count) records \(failing == 1 ? "does" : "do") not match the schema"
    ).adding(details: shown + (failing > shown.count ? ["…"] : []))
  }

  func cancel() { batches = [] }

  func ended() async {}

  private func check(_ batch: Batch) async throws {
    guard !batch.rows.isEmpty else { return }
    let schema = try await schema(for: batch)
    let records = batch.rows.map { row in
      CellValue(row, of: batch.columns).fieldsValue ?? []
    }
    for (fields, result) in zip(records, try await schema.check(records: records)) {
      count += 1
      guard !result.isValid else { continue }
      failing += 1
      if shown.count < Self.mostShown { shown.append("\(name(of: fields)): \(text(of: result))") }
    }
  }

  private func schema(for batch: Batch) async throws -> LoadedSchema {
    if let known, source.isFile || known.response === batch.response && known.isList == batch.isList
    {
      return known.schema
    }
    guard let schema = try await source.schema(of: batch.response, isRecord: batch.isList)
    else { throw ShellError(.expectation, "the response is described without content") }
    known = (schema, batch.response, batch.isList)
    for note in schema.notes where notes.insert(note).inserted { report(note) }
    return schema
  }

  private func name(of fields: [CellValue.Field]) -> String {
    guard let id = fields.first(where: { $0.name == "id" })?.value, id != .null else {
      return "record \(count)"
    }
    return "record \(count), \(id.plainText.prefix(100))"
  }

  private func text(of result: SchemaResult) -> String {
    let texts = result.differences.prefix(Self.mostDifferences).map(\.shown)
    let more = result.count - texts.count
    return texts.joined(separator: "; ") + (more > 0 ? "; … \(more) more" : "")
  }
}
