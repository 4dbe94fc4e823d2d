extension DescribedServer {
  func write(to writer: inout RecordWriter) {
    writer.text(url)
    writer.optional(description)
    writer.list(variables) { writer, variable in
      writer.text(variable.name)
      writer.text(variable.defaultValue)
      writer.list(variable.choices)
      writer.optional(variable.description)
    }
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(url: try reader.text(), description: try reader.optionalText())
    variables = try reader.list { reader throws(DescriptionError) in
      var variable = Variable(
        name: try reader.text(), defaultValue: try reader.text(), choices: try reader.texts())
      variable.description = try reader.optionalText()
      return variable
    }
  }
}
