@testable import ShellOutput

/// The content of a stream after a body has written to an output.
@MainActor
func rendered(
  _ format: OutputFormat, on style: OutputStyle = .plain, _ body: (Output) throws -> Void
) throws -> String {
  let sink = MemorySink()
  let stream = ByteStream(to: sink)
  try body(Output(format, to: stream, style: style))
  try stream.flush()
  return sink.text
}

/// The text of a list, after the command has succeeded.
@MainActor
func list(
  _ format: OutputFormat, on style: OutputStyle = .plain, _ columns: [Column], _ rows: [[CellValue]]
) throws -> String {
  try rendered(format, on: style) { output in
    try output.columns(columns)
    for row in rows { try output.row(row) }
    try output.finish()
  }
}

/// The text of a single record.
@MainActor
func record(
  _ format: OutputFormat, on style: OutputStyle = .plain, _ fields: [(Column, CellValue)]
) throws -> String {
  try rendered(format, on: style) { try $0.record(fields.map(\.0), fields.map(\.1)) }
}

func terminal(_ columns: Int?, colors: Bool = false) -> OutputStyle {
  OutputStyle(isTerminal: true, columns: columns, colors: colors ? .standard : nil)
}

extension Column {
  /// The column as one that the user chose by its name, which is never left out.
  var chosen: Column {
    var column = self
    column.isChosen = true
    return column
  }
}
