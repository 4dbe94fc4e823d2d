/// An output format: the value of `-o`.
package enum OutputFormat: String, Sendable, Codable, CaseIterable {
  /// A table for people, as wide as the terminal.
  case table
  /// Tab-separated values: a line for each record, without a header.
  case tsv
  /// JSON: an array for a list, an object for a record.
  case json
  /// JSON lines: an object on a line for each record.
  case jsonl
  /// Comma-separated values (RFC 4180), with a header.
  case csv

  package static let names = allCases.map(\.rawValue)

  /// Whether it is one of the two JSON formats.
  package var isJSON: Bool { self == .json || self == .jsonl }

  /// Finds the format with a name.
  ///
  /// - Throws: a `usage` error that lists the names.
  package init(named name: String) throws(ShellError) {
    guard let format = OutputFormat(rawValue: name) else {
      throw ShellError(
        .usage, "unknown output format '\(name)'; choose \(Self.names.listed())")
    }
    self = format
  }

  /// Whether all records of a list have the same columns.
  var hasColumns: Bool { !isJSON }

  /// Creates the renderer of records with some columns, whose notices `report` receives.
  @MainActor
  func renderer(
    _ columns: [Column], to stream: ByteStream, style: OutputStyle,
    report: @escaping (String) -> Void
  ) -> any RecordRenderer {
    switch self {
    case .table: TableRenderer(columns, to: stream, style: style, report: report)
    case .tsv: TSVRenderer(columns, to: stream, style: style)
    case .json: JSONRenderer(columns, to: stream, style: style)
    case .jsonl: JSONLinesRenderer(columns, to: stream, style: style)
    case .csv: CSVRenderer(columns, to: stream, style: style)
    }
  }
}
