import FoundationEssentials
import WebAuthorization
import WebMessages

struct OAuthFields {
  private let section: ConfigurationSection

  /// - Parameter section: an entry of `auth`.
  init(_ section: ConfigurationSection) {
    self.section = section
  }

  func settings() throws(ConfigurationError) -> OAuthSettings {
    try checkFlow()
    let tokenURL = try url("tokenURL")
    let issuer = try url("issuer")
    guard tokenURL != nil || issuer != nil else {
      throw section.missing("tokenURL", "tokenURL: 'https://…', or issuer: 'https://…'")
    }
    guard tokenURL == nil || issuer == nil else {
      throw section.error("issuer", "cannot stand beside tokenURL", hint: "leave one out")
    }
    let scopes = try section.strings("scopes", "words such as 'items:read'") { scope in
      Self.isScope(scope) ? scope : nil
    }
    return OAuthSettings(
      .clientCredentials, tokenURL: tokenURL, issuer: issuer, scopes: scopes ?? [])
  }

  private func checkFlow() throws(ConfigurationError) {
    let hint = "flow: 'clientCredentials'"
    switch try section.string("flow") {
    case "clientCredentials"?: return
    case nil: throw section.missing("flow", hint)
    case "authorizationCode"?, "device"?:
      throw section.error("flow", "needs a browser, which is not supported yet", hint: hint)
    case "password"?:
      throw section.error(
        "flow", "is 'password', which the configuration cannot have", hint: hint)
    case let flow?:
      throw section.error(
        "flow", "must be clientCredentials, not \(ConfigurationSection.quoted(flow))", hint: hint)
    }
  }

  /// The address is kept as written: an issuer's metadata must have exactly the same text.
  private func url(_ field: String) throws(ConfigurationError) -> URL? {
    guard let text = try section.string(field) else { return nil }
    let hasQuery = field == "tokenURL"
    // A path alone belongs to the API's own server.
    if hasQuery, text.hasPrefix("/"), !text.hasPrefix("//"),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }),
      let url = URL(string: text)
    {
      return url
    }
    let base = hasQuery ? String(text.prefix { $0 != "?" }) : text
    do {
      _ = try APIEnvironment.baseURL(parsing: base)
    } catch {
      throw section.error(field, error.message)
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text) else {
      throw section.error(field, "has characters that a URL cannot have")
    }
    guard !text.contains("#") else { throw section.error(field, "must not have a fragment") }
    guard Origin(url).mayCarryCredentials else {
      throw section.error(field, "must begin with 'https://', since it is not on this machine")
    }
    return url
  }

  /// Whether a text is a scope (RFC 6749, section 3.3).
  private static func isScope(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }
}
