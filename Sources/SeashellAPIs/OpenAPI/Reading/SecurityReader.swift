import FoundationEssentials
import WebAPI
import WebAuthorization

struct SecurityReader {
  let context: ReadingContext

  private var limits: DescriptionLimits { context.limits }

  func schemes() -> [SecurityScheme] {
    let root = context.documents.root
    let declared =
      context.isSwagger ? root[.securityDefinitions] : root[.components]?[.securitySchemes]
    guard let declared else { return [] }
    return declared.members.prefix(100).compactMap(scheme)
  }

  /// Reads requirements; nil if they are not declared, empty if no scheme is needed.
  func requirements(_ value: DocumentValue?) -> [SecurityRequirement]? {
    guard let value, value.isArray else { return nil }
    return value.elements.prefix(50).map { requirement in
      SecurityRequirement(
        requirement.members.prefix(20).map { scheme in
          // Omitting a scheme would weaken the requirement.
          let id = scheme.name?.cut(limits.name) ?? "?"
          return SecurityRequirement.Scheme(id, scopes: context.names(scheme))
        })
    }
  }

  private func scheme(_ member: DocumentValue) -> SecurityScheme? {
    context.place = "security schemes"
    guard let id = member.name, id.utf8.count <= limits.name else {
      context.note("the name of a security scheme has more than \(limits.name) bytes")
      return nil
    }
    context.place = "security scheme \(id)"
    guard let value = context.resolved(member), let kind = kind(of: value) else { return nil }
    return SecurityScheme(id, kind)
  }

  private func kind(of value: DocumentValue) -> SecurityScheme.Kind? {
    switch value[.type]?.text(limits.name) ?? "" {
    case "apiKey":
      let text = value[.in]?.text(limits.name) ?? ""
      guard let place = SecurityScheme.KeyPlace(rawValue: text) else {
        context.note("an API key is in 'query', 'header' or 'cookie', and not in '\(text)'")
        return nil
      }
      guard let name = context.name(value[.name], of: "an API key") else { return nil }
      guard APIKeyAuthorizer.canSend(name, in: place) else {
        return .unsupported("no key can be sent in the \(place.rawValue) '\(name)'")
      }
      return .apiKey(name: name, place)
    case "basic": return .basic
    case "http":
      guard let name = context.name(value[.scheme], of: "an HTTP scheme") else { return nil }
      switch name.lowercased() {
      case "basic": return .basic
      case "bearer": return .bearer
      case let scheme: return .unsupported("the scheme '\(scheme)' is not supported")
      }
    case "oauth2": return oauth(value)
    case "openIdConnect":
      guard value[.openIdConnectUrl]?.text(limits.name) != nil else {
        context.note("the scheme has no 'openIdConnectUrl'")
        return nil
      }
      return openID(url(value[.openIdConnectUrl]))
    case "mutualTLS": return .clientCertificate
    case let type:
      context.note("the type '\(type)' is not known")
      return .unsupported("the type '\(type)' is not known")
    }
  }

  /// Reads the flows with the first token endpoint, of which a sign-in chooses one; without a usable flow, a
  /// token issued elsewhere.
  private func oauth(_ value: DocumentValue) -> SecurityScheme.Kind {
    var settings: OAuthSettings?
    for (flow, value) in flows(of: value) {
      let (authorization, device) = (
        url(value[.authorizationUrl]), url(value[.deviceAuthorizationUrl])
      )
      guard let tokenURL = url(value[.tokenUrl]), settings == nil || settings?.tokenURL == tokenURL,
        flow != .authorizationCode || authorization != nil, flow != .device || device != nil
      else { continue }
      var merged =
        settings
        ?? OAuthSettings(
          flow, tokenURL: tokenURL, refreshURL: url(value[.refreshUrl]),
          scopes: scopes(value[.scopes]))
      if settings != nil { merged.flows.append(flow) }
      merged.authorizationURL = merged.authorizationURL ?? authorization
      merged.deviceURL = merged.deviceURL ?? device
      settings = merged
    }
    return settings.map(SecurityScheme.Kind.oauth) ?? .bearer
  }

  /// The supported flows with their members, in the order in which a sign-in prefers them.
  private func flows(of value: DocumentValue) -> [(OAuthSettings.Flow, DocumentValue)] {
    guard context.isSwagger else {
      let keys: [(DocumentKey, OAuthSettings.Flow)] = [
        (.authorizationCode, .authorizationCode), (.deviceAuthorization, .device),
        (.clientCredentials, .clientCredentials), (.password, .password),
      ]
      guard let declared = value[.flows] else { return [] }
      return keys.compactMap { key, flow in declared[key].map { (flow, $0) } }
    }
    // The flow of OpenAPI 2 is in the scheme itself and has another name.
    switch value[.flow]?.text(limits.name) ?? "" {
    case "accessCode": return [(.authorizationCode, value)]
    case "application": return [(.clientCredentials, value)]
    case "password": return [(.password, value)]
    case "implicit": return []
    case let name:
      context.note("the flow '\(name)' is not known")
      return []
    }
  }

  private func scopes(_ value: DocumentValue?) -> [String] {
    guard let value else { return [] }
    return value.members.prefix(1_000).compactMap(\.name)
      .filter { $0.utf8.count <= limits.name }
  }

  /// The tokens of an issuer whose discovery document is at its well-known address; otherwise a token issued
  /// elsewhere.
  private func openID(_ discovery: URL?) -> SecurityScheme.Kind {
    let ending = "/.well-known/openid-configuration"
    guard let text = discovery?.relativeString, text.hasSuffix(ending),
      let issuer = URL(string: String(text.dropLast(ending.count)))
    else { return .bearer }
    var settings = OAuthSettings(.authorizationCode, issuer: issuer)
    settings.flows = []
    return .oauth(settings)
  }

  /// Reads the URL of a server that issues tokens; nil if it is missing, too long or unusable.
  ///
  /// A relative address gets its path from the description's source, but never its host.
  private func url(_ value: DocumentValue?) -> URL? {
    guard let text = value?.text(limits.path + 4) else { return nil }
    guard text.utf8.count <= limits.path else {
      context.note("a URL has more than \(limits.path) bytes")
      return nil
    }
    guard let url = URL(string: text), url.user() == nil else { return nil }
    guard url.host() == nil, let source = URL(string: context.documents.main.location),
      source.host() != nil, let whole = URL(string: text, relativeTo: source)?.absoluteURL
    else { return url }
    // After two slashes, a path would begin with a host.
    let path = whole.path(percentEncoded: true)
    return path.hasPrefix("//") ? nil : URL(string: path)
  }
}
