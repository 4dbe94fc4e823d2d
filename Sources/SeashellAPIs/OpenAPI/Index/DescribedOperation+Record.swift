import WebAPI

extension DescribedOperation {
  func write(to writer: inout RecordWriter) {
    writer.text(id)
    writer.choice(method)
    writer.text(path)
    writer.optional(servers) { writer, servers in writer.list(servers) { $1.write(to: &$0) } }
    writer.list(tags)
    writer.optional(summary)
    writer.optional(description)
    writer.optional(security) { writer, security in writer.list(security) { $1.write(to: &$0) } }
    writer.list(parameters) { $1.write(to: &$0) }
    writer.list(bodies) { $1.write(to: &$0) }
    writer.optional(bodyDescription)
    writer.list(responses) { $1.write(to: &$0) }
    writer.optional(commandName)
    writer.list(commandAliases)
    writer.number(callbackCount)
    for flag in [isDeprecated, isBodyRequired, isIgnored, isHidden, isDeclaredRead] {
      writer.flag(flag)
    }
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(id: try reader.text(), method: try reader.choice(), path: try reader.text())
    servers = try reader.optional { reader throws(DescriptionError) in
      try reader.list { reader throws(DescriptionError) in try DescribedServer(from: &reader) }
    }
    tags = try reader.texts()
    summary = try reader.optionalText()
    description = try reader.optionalText()
    security = try reader.optional { reader throws(DescriptionError) in
      try reader.list { reader throws(DescriptionError) in
        try SecurityRequirement(from: &reader)
      }
    }
    parameters = try reader.list { reader throws(DescriptionError) in
      try DescribedParameter(from: &reader)
    }
    bodies = try reader.list { reader throws(DescriptionError) in
      try DescribedBody(from: &reader)
    }
    bodyDescription = try reader.optionalText()
    responses = try reader.list { reader throws(DescriptionError) in
      try DescribedResponse(from: &reader)
    }
    commandName = try reader.optionalText()
    commandAliases = try reader.texts()
    callbackCount = try reader.number()
    isDeprecated = try reader.flag()
    isBodyRequired = try reader.flag()
    isIgnored = try reader.flag()
    isHidden = try reader.flag()
    isDeclaredRead = try reader.flag()
  }
}

extension DescribedParameter {
  fileprivate func write(to writer: inout RecordWriter) {
    writer.text(name)
    writer.choice(location)
    writer.choice(style)
    writer.optional(description)
    writer.optional(contentType)
    for flag in [
      isRequired, isDeprecated, allowsEmptyValue, isExploded, allowsReserved, isImplied,
    ] { writer.flag(flag) }
    schema.write(to: &writer)
  }

  fileprivate init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(name: try reader.text(), in: try reader.choice())
    style = try reader.choice()
    description = try reader.optionalText()
    contentType = try reader.optionalText()
    isRequired = try reader.flag()
    isDeprecated = try reader.flag()
    allowsEmptyValue = try reader.flag()
    isExploded = try reader.flag()
    allowsReserved = try reader.flag()
    isImplied = try reader.flag()
    schema = try DescribedSchema(from: &reader)
  }
}

extension DescribedBody {
  fileprivate func write(to writer: inout RecordWriter) {
    writer.text(contentType)
    writer.optional(schema) { writer, schema in writer.part { schema.write(to: &$0) } }
    writer.list(encodings) { writer, encoding in
      writer.text(encoding.property)
      writer.optional(encoding.contentType)
      writer.optional(encoding.style) { $0.choice($1) }
      writer.optional(encoding.isExploded) { $0.flag($1) }
      writer.flag(encoding.allowsReserved)
    }
    writer.optional(example) { $0.json($1) }
  }

  fileprivate init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(contentType: try reader.text())
    schema = try reader.optional { reader throws(DescriptionError) in
      try reader.part { reader throws(DescriptionError) in try DescribedSchema(from: &reader) }
    }
    encodings = try reader.list { reader throws(DescriptionError) in
      var encoding = DescribedEncoding(property: try reader.text())
      encoding.contentType = try reader.optionalText()
      encoding.style = try reader.optional { reader throws(DescriptionError) in
        try reader.choice()
      }
      encoding.isExploded = try reader.optional { reader throws(DescriptionError) in
        try reader.flag()
      }
      encoding.allowsReserved = try reader.flag()
      return encoding
    }
    example = try reader.optional { reader throws(DescriptionError) in try reader.json() }
  }
}

extension DescribedResponse {
  fileprivate func write(to writer: inout RecordWriter) {
    writer.text(status)
    writer.optional(description)
    writer.list(bodies) { $1.write(to: &$0) }
    writer.list(headers)
  }

  fileprivate init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(status: try reader.text())
    description = try reader.optionalText()
    bodies = try reader.list { reader throws(DescriptionError) in
      try DescribedBody(from: &reader)
    }
    headers = try reader.texts()
  }
}
