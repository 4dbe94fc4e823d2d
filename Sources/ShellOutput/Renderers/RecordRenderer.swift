/// Writes records in one format: either a list or a single record.
///
/// It writes the beginning of a list together with the first row, so that a command that fails earlier has no
/// output.
@MainActor
protocol RecordRenderer: AnyObject {
  /// Creates a renderer for records with these columns.
  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle)

  /// Writes a row of a list.
  func row(_ values: [CellValue]) throws

  /// Writes the rows held back so far.
  func showNow() throws

  /// Ends a list.
  ///
  /// - Parameter isComplete: whether the list is complete; false if the command failed.
  func end(isComplete: Bool) throws

  /// Continues the list with records that have different fields.
  ///
  /// - Returns: false if these records need a new list.
  /// - Throws: an error if they cannot be part of the list.
  func change(_ columns: [Column]) throws -> Bool

  /// Writes a single record.
  func record(_ values: [CellValue]) throws
}

extension RecordRenderer {
  /// Does nothing, since the renderer holds no rows back.
  func showNow() throws {}

  /// False: the records need a new list.
  func change(_ columns: [Column]) throws -> Bool { false }
}
