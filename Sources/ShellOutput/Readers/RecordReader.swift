/// Reads records in one format from bytes that arrive in chunks of any size.
///
/// It passes on each record as soon as it is complete, and holds at most one. What it passes on does not depend on
/// the chunks.
@MainActor
package protocol RecordReader: AnyObject {
  /// Reads the next bytes.
  ///
  /// - Throws: `ShellError` with the line of an invalid record; what the receiver throws.
  func feed(_ bytes: UnsafeRawBufferPointer) throws

  /// Reads the last record.
  ///
  /// - Throws: as ``feed(_:)``.
  func end() throws
}

/// Receives the records of a reader.
@MainActor
package protocol RecordReceiver: AnyObject {
  /// Receives the fields of the following records; called at least once, and again if a field is added.
  ///
  /// - Parameters:
  ///   - columns: the fields.
  ///   - isList: false for a single record that is not in a list.
  func columns(_ columns: [Column], isList: Bool) throws

  /// Receives the fields of a value that may be the only one of its text, or those of the others, which make it
  /// the first record of a list.
  func values(_ columns: [Column], areMore: Bool) throws

  /// Receives a record.
  ///
  /// - Parameters:
  ///   - values: a value for each column.
  ///   - line: the number of the record's first line.
  func row(_ values: [CellValue], line: Int) throws

  /// Receives a notice about the input.
  func report(_ notice: String)
}

extension RecordReceiver {
  package func values(_ columns: [Column], areMore: Bool) throws {
    try self.columns(columns, isList: areMore)
  }
}
