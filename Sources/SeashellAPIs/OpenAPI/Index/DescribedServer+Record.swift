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

extension DescribedSecurityRequirement {
  func write(to writer: inout RecordWriter) {
    writer.list(schemes) { writer, scheme in
      writer.text(scheme.id)
      writer.list(scheme.scopes)
    }
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(
      try reader.list { reader throws(DescriptionError) in
        Scheme(id: try reader.text(), scopes: try reader.texts())
      })
  }
}

extension DescribedSecurityScheme {
  func write(to writer: inout RecordWriter) {
    writer.text(id)
    writer.optional(description)
    writer.flag(isDeprecated)
    switch kind {
    case .apiKey(let name, let location):
      writer.byte(0)
      writer.text(name)
      writer.choice(location)
    case .http(let scheme, let bearerFormat):
      writer.byte(1)
      writer.text(scheme)
      writer.optional(bearerFormat)
    case .oauth2(let flows):
      writer.byte(2)
      writer.list(flows) { $1.write(to: &$0) }
    case .openIDConnect(let url):
      writer.byte(3)
      writer.text(url)
    case .mutualTLS: writer.byte(4)
    case .unknown(let type):
      writer.byte(5)
      writer.text(type)
    }
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    let id = try reader.text()
    let description = try reader.optionalText()
    let isDeprecated = try reader.flag()
    let kind: Kind
    switch try reader.byte() {
    case 0: kind = .apiKey(name: try reader.text(), location: try reader.choice())
    case 1: kind = .http(scheme: try reader.text(), bearerFormat: try reader.optionalText())
    case 2:
      kind = .oauth2(
        try reader.list { reader throws(DescriptionError) in try DescribedFlow(from: &reader) })
    case 3: kind = .openIDConnect(url: try reader.text())
    case 4: kind = .mutualTLS
    case 5: kind = .unknown(try reader.text())
    default: throw RecordReader.damaged
    }
    self.init(id: id, kind: kind, description: description)
    self.isDeprecated = isDeprecated
  }
}

extension DescribedFlow {
  fileprivate func write(to writer: inout RecordWriter) {
    writer.choice(kind)
    for url in [authorizationURL, tokenURL, refreshURL, deviceAuthorizationURL] {
      writer.optional(url)
    }
    writer.list(scopes) { writer, scope in
      writer.text(scope.name)
      writer.text(scope.description)
    }
  }

  fileprivate init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(try reader.choice())
    authorizationURL = try reader.optionalText()
    tokenURL = try reader.optionalText()
    refreshURL = try reader.optionalText()
    deviceAuthorizationURL = try reader.optionalText()
    scopes = try reader.list { reader throws(DescriptionError) in
      Scope(name: try reader.text(), description: try reader.text())
    }
  }
}
