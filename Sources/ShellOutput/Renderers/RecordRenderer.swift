/// Writes records in one format: either a list or a single record.
///
/// It writes the beginning of a list together with the first row, so that a command that fails earlier has no
/// output.
@MainActor
protocol RecordRenderer: AnyObject {
  func row(_ values: [CellValue]) throws

  func showNow() throws

  /// `isComplete` is false if the command failed.
  func end(isComplete: Bool) throws

  /// Continues the list with records that have different fields; returns false if these need a new
  /// list, and throws if they cannot be part of it.
  func change(_ columns: [Column]) throws -> Bool

  func record(_ values: [CellValue]) throws
}

extension RecordRenderer {
  func showNow() throws {}

  func change(_ columns: [Column]) throws -> Bool { false }
}
