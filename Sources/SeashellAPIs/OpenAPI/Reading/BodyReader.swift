struct BodyReader {
  private static let mostTypes = 20

  let context: ReadingContext

  private var limits: DescriptionLimits { context.limits }

  func requestBody(
    _ value: DocumentValue?, _ schemas: inout SchemaReader,
    into operation: inout DescribedOperation
  ) {
    guard let value, let body = context.resolved(value) else { return }
    operation.isBodyRequired = body[.required]?.isTrue == true
    operation.bodyDescription = body[.description]?.text(limits.shortDescription)
    operation.bodies = bodies(body[.content], &schemas, isResponse: false)
  }

  func responses(_ value: DocumentValue?, _ schemas: inout SchemaReader) -> [DescribedResponse] {
    context.responses(value) { bodies($0[.content], &schemas, isResponse: true) }
  }

  private func bodies(
    _ content: DocumentValue?, _ schemas: inout SchemaReader, isResponse: Bool
  ) -> [DescribedBody] {
    guard let content else { return [] }
    var bodies: [DescribedBody] = []
    for member in content.members.prefix(Self.mostTypes) {
      guard let type = member.name, type.utf8.count <= limits.name else { continue }
      let schema = member[.schema].map { schemas.schema($0, isResponse: isResponse) }
      var body = DescribedBody(contentType: type, schema: schema)
      if isResponse {
        bodies.append(body)
        continue
      }
      body.encodings = encodings(member[.encoding])
      if let example = member[.example] {
        body.example = example.json(limits.value)
      } else if let example = member[.examples]?.members.first(where: { _ in true }),
        let value = context.resolved(example)
      {
        body.example = value[.value]?.json(limits.value)
      }
      bodies.append(body)
    }
    return bodies
  }

  private func encodings(_ value: DocumentValue?) -> [DescribedEncoding] {
    guard let value else { return [] }
    return value.members.prefix(limits.choices).compactMap { member in
      guard let name = member.name, name.utf8.count <= limits.name else { return nil }
      var encoding = DescribedEncoding(property: name)
      encoding.contentType = member[.contentType]?.text(limits.name)
      encoding.style = member[.style]?.text(limits.name).flatMap(DescribedStyle.init)
      encoding.isExploded = member[.explode]?.boolean
      encoding.allowsReserved = member[.allowReserved]?.isTrue == true
      return encoding
    }
  }
}

extension ReadingContext {
  private static var mostResponses: Int { 50 }

  func responses(
    _ list: DocumentValue?, _ bodies: (DocumentValue) -> [DescribedBody]
  ) -> [DescribedResponse] {
    guard let list else { return [] }
    var responses: [DescribedResponse] = []
    var bodiesLeft = limits.responseBodies
    for member in list.members.prefix(Self.mostResponses) {
      guard let status = member.name, !status.hasPrefix("x-"), status.utf8.count <= 20,
        let value = resolved(member)
      else { continue }
      var response = DescribedResponse(status: status)
      response.description = value[.description]?.text(limits.shortDescription)
      response.headers =
        value[.headers]?.members.prefix(50).compactMap { $0.name?.cut(limits.name) } ?? []
      response.bodies = bodies(value)
      bodiesLeft -= response.bodies.count
      guard bodiesLeft >= 0 else {
        note("only the first \(limits.responseBodies) media types of responses are read")
        break
      }
      responses.append(response)
    }
    return responses
  }
}
