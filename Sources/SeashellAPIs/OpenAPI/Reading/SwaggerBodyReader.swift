struct SwaggerBodyReader {
  private static let mostTypes = 20

  let context: ReadingContext

  private var limits: DescriptionLimits { context.limits }

  func requestBody(
    _ parameters: ParameterReader.Parameters, of value: DocumentValue,
    _ schemas: inout SchemaReader, into operation: inout DescribedOperation
  ) {
    let types = types(.consumes, of: value)
    if !parameters.fields.isEmpty {
      form(parameters.fields, types, &schemas, into: &operation)
    } else if let body = parameters.body {
      operation.isBodyRequired = body[.required]?.isTrue == true
      operation.bodyDescription = body[.description]?.text(limits.shortDescription)
      let schema = body[.schema].map { schemas.schema($0) }
      operation.bodies = (types.isEmpty ? ["application/json"] : types).map {
        DescribedBody(contentType: $0, schema: schema)
      }
    }
  }

  private func form(
    _ fields: [DocumentValue], _ types: [String], _ schemas: inout SchemaReader,
    into operation: inout DescribedOperation
  ) {
    let reader = ParameterReader(context: context)
    var schema = DescribedSchema(.object)
    var hasFile = false
    for field in fields {
      guard let name = context.name(field[.name], of: "a field of a form") else { continue }
      var value = schemas.schema(field)
      value.listStyle =
        reader.listStyle(field, .query) ?? DescribedListStyle(.form, isExploded: false)
      hasFile = hasFile || value.types.contains(.file)
      let isRequired = field[.required]?.isTrue == true
      operation.isBodyRequired = operation.isBodyRequired || isRequired
      schema.properties.append(
        DescribedProperty(name: name, isRequired: isRequired, schema: value))
    }
    let multipart = "multipart/form-data"
    let forms = types.filter { $0 == multipart || $0 == "application/x-www-form-urlencoded" }
    let fallback = hasFile ? multipart : "application/x-www-form-urlencoded"
    let usable = hasFile ? forms.filter { $0 == multipart } : forms
    operation.bodies = (usable.isEmpty ? [fallback] : usable).map {
      DescribedBody(contentType: $0, schema: schema)
    }
  }

  func responses(of value: DocumentValue, _ schemas: inout SchemaReader) -> [DescribedResponse] {
    let types = types(.produces, of: value)
    return context.responses(value[.responses]) { response in
      guard let schema = response[.schema] else { return [] }
      let read = schemas.schema(schema, isResponse: true)
      return (types.isEmpty ? ["application/json"] : types).map {
        DescribedBody(contentType: $0, schema: read)
      }
    }
  }

  private func types(_ key: DocumentKey, of value: DocumentValue) -> [String] {
    context.names(value[key] ?? context.documents.root[key], Self.mostTypes)
  }
}
