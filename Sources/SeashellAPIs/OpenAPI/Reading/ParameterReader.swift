struct ParameterReader {
  struct Parameters {
    var parameters: [DescribedParameter] = []
    /// The OpenAPI 2 parameter that is the body.
    var body: DocumentValue?
    /// The OpenAPI 2 parameters that are form fields.
    var fields: [DocumentValue] = []

    /// Adds parameters, which replace those with the same name and location.
    mutating func add(_ others: Parameters) {
      for parameter in others.parameters {
        let index = parameters.firstIndex {
          $0.location == parameter.location && $0.name == parameter.name
        }
        if let index { parameters[index] = parameter } else { parameters.append(parameter) }
      }
      body = others.body ?? body
      let names = Set(others.fields.compactMap { $0[.name]?.text(1_000) })
      fields.removeAll { field in field[.name]?.text(1_000).map(names.contains) == true }
      fields += others.fields
    }
  }

  /// The header fields that OpenAPI 3 describes elsewhere, so that parameters for them are ignored.
  private static let ignored: Set = ["accept", "content-type", "authorization"]

  let context: ReadingContext

  private var limits: DescriptionLimits { context.limits }

  func parameters(
    _ list: DocumentValue?, _ schemas: inout SchemaReader
  ) throws(DescriptionError) -> Parameters {
    var result = Parameters()
    guard let list else { return result }
    var count = 0
    for element in list.elements {
      count += 1
      guard count <= limits.parameters else {
        context.note("only the first \(limits.parameters) parameters are read")
        break
      }
      try context.count(parameters: 1)
      guard let value = context.resolved(element) else { continue }
      switch value[.in]?.text(limits.name) ?? "" {
      case "body" where context.isSwagger: result.body = value
      case "formData" where context.isSwagger: result.fields.append(value)
      case let place:
        guard let location = DescribedParameter.Location(rawValue: place) else {
          context.note("a parameter is in '\(place)', which is no place for one")
          continue
        }
        guard let name = context.name(value[.name], of: "a parameter") else { continue }
        if location == .header, !context.isSwagger, Self.ignored.contains(name.lowercased()) {
          continue
        }
        var one = Parameters()
        one.parameters = [parameter(value, name, location, &schemas)]
        result.add(one)
      }
    }
    return result
  }

  private func parameter(
    _ value: DocumentValue, _ name: String, _ location: DescribedParameter.Location,
    _ schemas: inout SchemaReader
  ) -> DescribedParameter {
    var parameter = DescribedParameter(name: name, in: location)
    parameter.isRequired = location == .path || value[.required]?.isTrue == true
    parameter.isDeprecated = value[.deprecated]?.isTrue == true
    parameter.allowsEmptyValue = value[.allowEmptyValue]?.isTrue == true
    parameter.allowsReserved = value[.allowReserved]?.isTrue == true
    parameter.description = value[.description]?.text(limits.shortDescription)
    if context.isSwagger {
      // A schema's members are in the parameter itself here.
      parameter.schema = schemas.schema(value)
      parameter.schema.description = nil
      if let style = listStyle(value, location) {
        (parameter.style, parameter.isExploded) = (style.style, style.isExploded)
      } else if location == .query || location == .cookie {
        parameter.isExploded = false
      }
      return parameter
    }
    if let style = value[.style]?.text(limits.name) {
      if let known = DescribedStyle(rawValue: style) {
        parameter.style = known
        parameter.isExploded = known == .form
      } else {
        context.note("the style '\(style)' of the parameter '\(name)' is not known")
      }
    }
    if let explode = value[.explode]?.boolean { parameter.isExploded = explode }
    if let schema = value[.schema] {
      parameter.schema = schemas.schema(schema)
    } else if let content = value[.content]?.members.first(where: { _ in true }) {
      parameter.contentType = content.name?.cut(limits.name)
      if let schema = content[.schema] { parameter.schema = schemas.schema(schema) }
    }
    if let example = value[.example] ?? firstExample(value[.examples]) {
      parameter.schema.example = example.json(limits.value)
    }
    return parameter
  }

  private func firstExample(_ examples: DocumentValue?) -> DocumentValue? {
    guard let example = examples?.members.first(where: { _ in true }) else { return nil }
    return context.resolved(example)?[.value]
  }

  func listStyle(
    _ value: DocumentValue, _ location: DescribedParameter.Location
  ) -> DescribedListStyle? {
    guard let format = value[.collectionFormat]?.text(limits.name) else { return nil }
    switch format {
    case "csv": return DescribedListStyle(location.style, isExploded: false)
    case "ssv": return DescribedListStyle(.spaceDelimited, isExploded: false)
    case "tsv": return DescribedListStyle(.tabDelimited, isExploded: false)
    case "pipes": return DescribedListStyle(.pipeDelimited, isExploded: false)
    case "multi": return DescribedListStyle(.form, isExploded: true)
    default:
      context.note("the collectionFormat '\(format)' is not known")
      return nil
    }
  }
}
