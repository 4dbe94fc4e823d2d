/// How records look: the value of `-o`.
public enum OutputFormat: String, Sendable, Codable, CaseIterable {
  /// Columns for a reader, as wide as the terminal.
  case table
  /// A record a line, fields separated by tabs, no header.
  case tsv
  /// A list is an array, a record an object.
  case json
  /// An object a line.
  case jsonl
  /// RFC 4180, with a header.
  case csv
}
