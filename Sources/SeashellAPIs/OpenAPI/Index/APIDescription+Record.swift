import WebAPI
import WebAuthorization

extension APIDescription {
  func write(to writer: inout RecordWriter) {
    for text in [title, version, specification, source, digest] { writer.text(text) }
    writer.number(date)
    writer.optional(description)
    writer.list(servers) { $1.write(to: &$0) }
    writer.list(securitySchemes) { $1.write(to: &$0) }
    writer.list(security) { $1.write(to: &$0) }
    writer.list(tags) { writer, tag in
      writer.text(tag.name)
      writer.optional(tag.description)
    }
    writer.list(extensions) { writer, element in
      writer.text(element.name)
      writer.json(element.value)
    }
    for count in [operationCount, webhookCount, callbackCount, incidentalCount, problemCount] {
      writer.number(count)
    }
    writer.list(problems) { writer, problem in
      writer.text(problem.place)
      writer.optional(problem.method)
      writer.text(problem.reason)
      writer.flag(problem.isOperationMissing)
    }
    writer.text(stamp)
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init()
    title = try reader.text()
    version = try reader.text()
    specification = try reader.text()
    source = try reader.text()
    digest = try reader.text()
    date = try reader.number()
    description = try reader.optionalText()
    servers = try reader.list { reader throws(DescriptionError) in
      try DescribedServer(from: &reader)
    }
    securitySchemes = try reader.list { reader throws(DescriptionError) in
      try SecurityScheme(from: &reader)
    }
    security = try reader.list { reader throws(DescriptionError) in
      try SecurityRequirement(from: &reader)
    }
    tags = try reader.list { reader throws(DescriptionError) in
      DescribedTag(name: try reader.text(), description: try reader.optionalText())
    }
    extensions = try reader.list { reader throws(DescriptionError) in
      DescribedExtension(name: try reader.text(), value: try reader.json())
    }
    operationCount = try reader.number()
    webhookCount = try reader.number()
    callbackCount = try reader.number()
    incidentalCount = try reader.number()
    problemCount = try reader.number()
    problems = try reader.list { reader throws(DescriptionError) in
      DescriptionProblem(
        place: try reader.text(), method: try reader.optionalText(), reason: try reader.text(),
        isOperationMissing: try reader.flag())
    }
    if !reader.isAtEnd { stamp = try reader.text() }
  }
}
