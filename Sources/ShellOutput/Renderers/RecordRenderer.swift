/// How one format writes records: either a list of them, or a single one.
///
/// A list's opening is written with its first row, so that a list that fails before it leaves
/// nothing behind.
@MainActor
protocol RecordRenderer: AnyObject {
  /// Makes a renderer for records with these columns.
  init(_ columns: [Column], to stream: ByteStream, style: OutputStyle)

  /// Writes a row of a list.
  func row(_ values: [CellValue]) throws

  /// Writes the rows that are held.
  func showNow() throws

  /// Ends a list.
  ///
  /// - Parameter isComplete: whether the rows are all there are, or the command failed among them.
  func end(isComplete: Bool) throws

  /// Writes a record that is not in a list.
  func record(_ values: [CellValue]) throws
}

extension RecordRenderer {
  /// Holds no rows.
  func showNow() throws {}
}

extension OutputFormat {
  /// The renderer that writes the format.
  var renderer: any RecordRenderer.Type {
    switch self {
    case .table: TableRenderer.self
    case .tsv: TSVRenderer.self
    case .json: JSONRenderer.self
    case .jsonl: JSONLinesRenderer.self
    case .csv: CSVRenderer.self
    }
  }
}
