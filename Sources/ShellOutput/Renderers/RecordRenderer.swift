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

  /// Writes a single record.
  func record(_ values: [CellValue]) throws
}

extension RecordRenderer {
  /// Does nothing: holds no rows back.
  func showNow() throws {}
}
