import FoundationEssentials
import WebAuthorization

extension SecurityScheme {
  /// The addresses at which users sign in, or that receive passwords or secrets.
  var tokenAddresses: [String] {
    guard case .oauth(let settings) = kind else { return [] }
    return settings.addresses.map { $0.url.absoluteString }
  }
}

extension SecurityScheme.Kind {
  /// The kind for a user: `API key in the header X-API-Key`.
  var text: String {
    switch self {
    case .apiKey(let name, let place): "API key in the \(place.rawValue) \(name)"
    case .basic: "HTTP basic"
    case .bearer: "HTTP bearer"
    case .session: "session"
    case .oauth(let settings) where settings.flows.isEmpty: "OpenID Connect"
    case .oauth(let settings):
      "OAuth 2: \(settings.flows.map(\.rawValue).joined(separator: ", "))"
    case .clientCertificate: "client certificate"
    case .unsupported(let reason): reason
    }
  }

  /// The kind with its addresses and scopes.
  var summary: String {
    guard case .oauth(let settings) = self else { return text }
    let addresses = settings.addresses.map { "\($0.name) \($0.url.absoluteString)" }
    let scopes = settings.scopes.isEmpty ? [] : ["scopes \(settings.scopes.joined(separator: " "))"]
    return ([text] + addresses + scopes).joined(separator: ", ")
  }
}

extension OAuthSettings {
  fileprivate var addresses: [(name: String, url: URL)] {
    let all: [(String, URL?)] = [
      ("token", tokenURL), ("refresh", refreshURL), ("authorization", authorizationURL),
      ("device", deviceURL), ("issuer", issuer),
    ]
    return all.compactMap { name, url in url.map { (name: name, url: $0) } }
  }
}
