import CoreJSON
import SeashellKit
import ShellCommands
import ShellOutput
import WebAPI

/// Presents the records of a list, which may have other fields than the description says.
struct OperationView: RecordView {
  let fields: ResultColumns

  init(fields: ResultColumns) { self.fields = fields }

  /// Presents what was listed last.
  @MainActor
  init(_ state: ResourceState<OperationListing>) {
    fields = state.listing?.columns ?? ResultColumns(nil)
  }

  /// Those that are described; a list has those of its records.
  var columns: [Column] { fields.described.map(fields.column) }

  func row(_ record: JSONValue) -> [CellValue] {
    fields.described.map { CellValue(record[$0] ?? .null) }
  }

  func write(
    _ list: (_ show: ([JSONValue]) async throws -> Void) async throws -> Void, to output: Output
  ) async throws -> Int {
    var rows: RowWriter?
    var count = 0
    do {
      try await list { records in
        var writer =
          rows
          ?? RowWriter(to: output, columns: fields.names(in: records), describe: fields.column)
        defer { rows = writer }
        for record in records {
          try Task.checkCancellation()
          try writer.append(CellValue(record))
        }
        count += records.count
        try await output.room()
      }
    } catch {
      // The records that came are written whatever follows them, and so is an empty page that has failed itself.
      if count > 0 || error is APIError { try rows?.finish() }
      throw error
    }
    try rows?.finish()
    return count
  }
}
