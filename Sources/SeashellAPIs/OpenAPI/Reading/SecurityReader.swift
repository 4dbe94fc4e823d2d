struct SecurityReader {
  let context: ReadingContext

  private var limits: DescriptionLimits { context.limits }

  func schemes() -> [DescribedSecurityScheme] {
    let root = context.documents.root
    let declared =
      context.isSwagger ? root[.securityDefinitions] : root[.components]?[.securitySchemes]
    guard let declared else { return [] }
    return declared.members.prefix(100).compactMap(scheme)
  }

  /// Reads requirements; nil if they are not declared, empty if no scheme is needed.
  func requirements(_ value: DocumentValue?) -> [DescribedSecurityRequirement]? {
    guard let value, value.isArray else { return nil }
    return value.elements.prefix(50).map { requirement in
      DescribedSecurityRequirement(
        requirement.members.prefix(20).map { scheme in
          // Omitting a scheme would weaken the requirement.
          let id = scheme.name?.cut(limits.name) ?? "?"
          return DescribedSecurityRequirement.Scheme(id: id, scopes: context.names(scheme))
        })
    }
  }

  private func scheme(_ member: DocumentValue) -> DescribedSecurityScheme? {
    context.place = "security schemes"
    guard let id = member.name, id.utf8.count <= limits.name else {
      context.note("the name of a security scheme has more than \(limits.name) bytes")
      return nil
    }
    context.place = "security scheme \(id)"
    guard let value = context.resolved(member) else { return nil }
    guard let kind = kind(of: value) else { return nil }
    var scheme = DescribedSecurityScheme(
      id: id, kind: kind, description: value[.description]?.text(limits.shortDescription))
    scheme.isDeprecated = value[.deprecated]?.isTrue == true
    return scheme
  }

  private func kind(of value: DocumentValue) -> DescribedSecurityScheme.Kind? {
    switch value[.type]?.text(limits.name) ?? "" {
    case "apiKey":
      let place = value[.in]?.text(limits.name) ?? ""
      guard let location = DescribedSecurityScheme.KeyLocation(rawValue: place) else {
        context.note("an API key is in 'query', 'header' or 'cookie', and not in '\(place)'")
        return nil
      }
      guard let name = context.name(value[.name], of: "an API key") else { return nil }
      return .apiKey(name: name, location: location)
    case "basic": return .http(scheme: "basic", bearerFormat: nil)
    case "http":
      guard let scheme = context.name(value[.scheme], of: "an HTTP scheme") else { return nil }
      return .http(
        scheme: scheme.lowercased(), bearerFormat: value[.bearerFormat]?.text(limits.name))
    case "oauth2": return .oauth2(context.isSwagger ? swaggerFlow(value) : flows(value[.flows]))
    case "openIdConnect":
      guard let url = url(value[.openIdConnectUrl]) else {
        context.note("the scheme has no 'openIdConnectUrl'")
        return nil
      }
      return .openIDConnect(url: url)
    case "mutualTLS": return .mutualTLS
    case let type:
      context.note("the type '\(type)' is not known")
      return .unknown(type)
    }
  }

  private func flows(_ value: DocumentValue?) -> [DescribedFlow] {
    guard let value else { return [] }
    let kinds: [(DocumentKey, DescribedFlow.Kind)] = [
      (.authorizationCode, .authorizationCode), (.clientCredentials, .clientCredentials),
      (.password, .password), (.implicit, .implicit),
      (.deviceAuthorization, .deviceAuthorization),
    ]
    return kinds.compactMap { key, kind in value[key].map { flow(kind, $0) } }
  }

  /// Reads the flow of OpenAPI 2, which is in the scheme itself and has another name.
  private func swaggerFlow(_ value: DocumentValue) -> [DescribedFlow] {
    let kinds: [String: DescribedFlow.Kind] = [
      "accessCode": .authorizationCode, "application": .clientCredentials, "password": .password,
      "implicit": .implicit,
    ]
    let name = value[.flow]?.text(limits.name) ?? ""
    guard let kind = kinds[name] else {
      context.note("the flow '\(name)' is not known")
      return []
    }
    return [flow(kind, value)]
  }

  private func flow(_ kind: DescribedFlow.Kind, _ value: DocumentValue) -> DescribedFlow {
    var flow = DescribedFlow(kind)
    flow.authorizationURL = url(value[.authorizationUrl])
    flow.tokenURL = url(value[.tokenUrl])
    flow.refreshURL = url(value[.refreshUrl])
    flow.deviceAuthorizationURL = url(value[.deviceAuthorizationUrl])
    guard let scopes = value[.scopes] else { return flow }
    for scope in scopes.members.prefix(1_000) {
      guard let name = scope.name, name.utf8.count <= limits.name else { continue }
      flow.scopes.append(
        DescribedFlow.Scope(name: name, description: scope.text(limits.summary) ?? ""))
    }
    return flow
  }

  /// Reads a URL, unless it is missing or too long.
  private func url(_ value: DocumentValue?) -> String? {
    guard let url = value?.text(limits.path + 4) else { return nil }
    guard url.utf8.count <= limits.path else {
      context.note("a URL has more than \(limits.path) bytes")
      return nil
    }
    return url
  }
}
