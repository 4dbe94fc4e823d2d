/// An input format that is read as records.
///
/// Each has the name of an `OutputFormat`, except ``lines``.
package enum InputFormat: String, Sendable, CaseIterable {
  /// JSON: an array, a value, or several of these.
  case json
  /// JSON lines: a value on each line, for each record.
  case jsonl
  /// Comma-separated values (RFC 4180), with a header.
  case csv
  /// Tab-separated values: a line for each record, with a header.
  case tsv
  /// Text: a record with the field `line` for each line.
  case lines

  /// Whether the fields can be named instead of read from a header.
  package var hasHeader: Bool { self == .csv || self == .tsv }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - fields: the field names for CSV or TSV without a header; nil if there is a header.
  ///   - file: the file's name, for errors; nil for a program or standard input.
  ///   - receiver: receives the records.
  /// - Throws: a `usage` error if two fields have the same name.
  @MainActor
  package func reader(
    fields: [String]? = nil, file: String? = nil, to receiver: any RecordReceiver
  ) throws(ShellError) -> any RecordReader {
    do throws(NamedFields.Duplicate) {
      return switch self {
      case .json: JSONDocumentReader(file: file, to: receiver)
      case .jsonl: JSONLinesReader(file: file, to: receiver)
      case .csv: try DelimitedReader<CSVSyntax>(names: fields, file: file, to: receiver)
      case .lines: LinesReader(file: file, to: receiver)
      case .tsv: try DelimitedReader<TSVSyntax>(names: fields, file: file, to: receiver)
      }
    } catch {
      throw ShellError(.usage, error.message)
    }
  }
}
