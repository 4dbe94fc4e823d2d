import FoundationEssentials
import SeashellKit
import WebMessages

extension DescriptionIndex {
  var security: [SecurityRequirement] { description.security.map(\.requirement) }
}

extension APIDescription {
  /// Without a `security` at its root, a description does not cover requests outside its
  /// operations.
  func security(agreedOrigins: Set<String>) -> APISecurity {
    // A relative address gets its path from the description's source, but never its host.
    let base = URL(string: source).flatMap { $0.host() == nil ? nil : $0 }
    return APISecurity(
      securitySchemes.map { SecurityScheme($0.id, $0.schemeKind(in: base)) },
      usual: security.isEmpty ? nil : security.map(\.requirement), agreedOrigins: agreedOrigins)
  }
}

extension DescribedSecurityRequirement {
  var requirement: SecurityRequirement {
    SecurityRequirement(schemes.map { SecurityRequirement.Scheme($0.id, scopes: $0.scopes) })
  }
}

extension DescribedSecurityScheme {
  /// `base` is the address of the description; nil if it is a file.
  fileprivate func schemeKind(in base: URL?) -> SecurityScheme.Kind {
    switch kind {
    case .apiKey(let name, let location):
      let place = SecurityScheme.KeyPlace(rawValue: location.rawValue) ?? .header
      guard APIKeyAuthorizer.canSend(name, in: place) else {
        return .unsupported("no key can be sent in the \(place.rawValue) '\(name)'")
      }
      return .apiKey(name: name, place)
    case .http("basic", _): return .basic
    case .http("bearer", _): return .bearer
    case .http(let scheme, _): return .unsupported("the scheme '\(scheme)' is not supported")
    case .oauth2(let flows): return Self.kind(of: flows, base)
    case .openIDConnect(let url): return Self.kind(ofDiscovery: url, base)
    case .mutualTLS: return .clientCertificate
    case .unknown(let type): return .unsupported("the type '\(type)' is not known")
    }
  }

  /// The flows with the first token endpoint, of which a sign-in chooses one; without a usable flow, a token
  /// issued elsewhere.
  private static func kind(of flows: [DescribedFlow], _ base: URL?) -> SecurityScheme.Kind {
    var settings: OAuthSettings?
    for (described, flow) in [
      (DescribedFlow.Kind.authorizationCode, OAuthSettings.Flow.authorizationCode),
      (.deviceAuthorization, .device), (.clientCredentials, .clientCredentials),
      (.password, .password),
    ] {
      guard let found = flows.first(where: { $0.kind == described }),
        let tokenURL = url(found.tokenURL, base),
        settings == nil || settings?.tokenURL == tokenURL
      else { continue }
      let (authorization, device) = (
        url(found.authorizationURL, base), url(found.deviceAuthorizationURL, base)
      )
      if flow == .authorizationCode, authorization == nil { continue }
      if flow == .device, device == nil { continue }
      var merged =
        settings
        ?? OAuthSettings(
          flow, tokenURL: tokenURL, refreshURL: url(found.refreshURL, base),
          scopes: found.scopes.map(\.name))
      if settings != nil { merged.flows.append(flow) }
      merged.authorizationURL = merged.authorizationURL ?? authorization
      merged.deviceURL = merged.deviceURL ?? device
      settings = merged
    }
    return settings.map(SecurityScheme.Kind.oauth) ?? .bearer
  }

  private static func kind(ofDiscovery text: String, _ base: URL?) -> SecurityScheme.Kind {
    let ending = "/.well-known/openid-configuration"
    guard let url = url(text, base)?.relativeString, url.hasSuffix(ending),
      let issuer = URL(string: String(url.dropLast(ending.count)))
    else { return .bearer }
    var settings = OAuthSettings(.authorizationCode, issuer: issuer)
    settings.flows = []
    return .oauth(settings)
  }

  private static func url(_ text: String?, _ base: URL?) -> URL? {
    guard let text, !text.isEmpty, let url = URL(string: text), url.user() == nil else {
      return nil
    }
    guard url.host() == nil else { return url }
    guard let base, let whole = URL(string: text, relativeTo: base)?.absoluteURL else { return url }
    return URL(string: whole.path(percentEncoded: true))
  }
}
