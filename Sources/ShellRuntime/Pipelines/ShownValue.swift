import ShellCommands
import ShellLanguage
import ShellOutput

/// A variable's value at the beginning of a pipeline, or alone in a statement.
@MainActor
struct ShownValue {
  let value: VariableValue

  /// Writes records as a list, a record as one, and any other value as text, or as the field `value` for a stage.
  func write(to output: Output) throws {
    switch value {
    case .records(let records):
      for (index, part) in records.parts.enumerated() {
        if index == 0 {
          try output.columns(part.columns, isList: records.isList)
        } else {
          try output.change(part.columns)
        }
        for row in part.rows { try output.row(row) }
      }
    case .text(let text): try write(.untyped(text), to: output)
    case .value(.record(let fields)):
      try output.record(fields.map { Column($0.name) }, fields.map(\.value))
    case .value(.list(let values)): try write(values, to: output)
    case .value(let value): try write(value, to: output)
    case .response(let response):
      let fields = try response.fields(withBody: true)
      try output.record(fields.map { Column($0.name) }, fields.map(\.value))
    }
  }

  private func write(_ value: CellValue, to output: Output) throws {
    if output.feedsStage {
      try output.record([Column("value")], [value])
    } else {
      try output.text(output.writesJSON ? value.jsonText : value.plainText)
    }
  }

  private func write(_ values: [CellValue], to output: Output) throws {
    var rows = RowWriter(to: output)
    for value in values { try rows.append(value) }
    try rows.finish()
  }
}

extension Shell {
  /// Writes a value as the result of a statement.
  func show(_ value: VariableValue, to destination: Destination, keepsResult: Bool) throws {
    let output = output(to: destination, named: "the variable")
    try ShownValue(value: value).write(to: output)
    try output.finish()
    if let result = output.takeResult(), keepsResult { variables.result = result }
  }

  /// Returns the command that `def` has made with the name at the beginning of a pipeline.
  func definition(of words: [Word]) -> DefinedCommand? {
    definitions.isEmpty ? nil : definitions[words.text(at: 0)]
  }
}

extension Pipeline {
  /// Whether the pipeline begins with a variable in place of a command.
  var showsVariable: Bool { command.count == 1 && command[0].loneVariable != nil }
}
