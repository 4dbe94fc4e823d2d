/// Writes records in one format: either a list or a single record.
///
/// It writes the beginning of a list with the first row, so that a command that fails before has no
/// output.
@MainActor
protocol RecordRenderer: AnyObject {
  /// Creates a renderer for records with these columns.
  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle)

  /// Writes a row of a list.
  func row(_ values: [CellValue]) throws

  /// Writes the rows that are still held back.
  func showNow() throws

  /// Ends a list.
  ///
  /// - Parameter isComplete: whether the list has all its rows; false if the command failed.
  func end(isComplete: Bool) throws

  /// Continues the list with records that have other fields.
  ///
  /// - Returns: false if these records need a list of their own.
  /// - Throws: an error if they cannot be in the list.
  func change(_ columns: [Column]) throws -> Bool

  /// Writes a single record.
  func record(_ values: [CellValue]) throws
}

extension RecordRenderer {
  /// Does nothing: holds no rows back.
  func showNow() throws {}

  /// False: the records need a list of their own.
  func change(_ columns: [Column]) throws -> Bool { false }
}
