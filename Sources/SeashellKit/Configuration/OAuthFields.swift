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
    let issuer = try url("issuer")
    let flow = try flow(isOptional: issuer != nil)
    let tokenURL = try url("tokenURL")
    guard tokenURL != nil || issuer != nil else {
      throw section.missing("tokenURL", "tokenURL: 'https://…', or issuer: 'https://…'")
    }
    guard tokenURL == nil || issuer == nil else {
      throw section.error("issuer", "cannot stand beside tokenURL", hint: "leave one out")
    }
    let authorizationURL = try url("authorizationURL", of: .authorizationCode, flow, issuer)
    let deviceURL = try url("deviceAuthorizationURL", of: .device, flow, issuer)
    let scopes = try section.strings("scopes", "words such as 'items:read'") { scope in
      Self.isScope(scope) ? scope : nil
    }
    var settings = OAuthSettings(
      flow ?? .authorizationCode, tokenURL: tokenURL, issuer: issuer, scopes: scopes ?? [])
    if flow == nil { settings.flows = [] }
    (settings.authorizationURL, settings.deviceURL) = (authorizationURL, deviceURL)
    return settings
  }

  /// An issuer alone offers its flows itself.
  private func flow(
    isOptional: Bool
  ) throws(ConfigurationError) -> OAuthSettings.Flow? {
    let hint = "flow: 'authorizationCode', 'device' or 'clientCredentials'"
    guard let text = try section.string("flow") else {
      guard isOptional else { throw section.missing("flow", hint) }
      return nil
    }
    switch OAuthSettings.Flow(rawValue: text) {
    case .password?:
      throw section.error(
        "flow", "is 'password', which the configuration cannot have", hint: hint)
    case nil:
      throw section.error(
        "flow",
        "must be authorizationCode, device or clientCredentials, not"
          + " \(ConfigurationSection.quoted(text))")
    case let flow?: return flow
    }
  }

  /// Reads an address that one flow needs beside `tokenURL`, and no other flow has.
  private func url(
    _ field: String, of needing: OAuthSettings.Flow, _ flow: OAuthSettings.Flow?, _ issuer: URL?
  ) throws(ConfigurationError) -> URL? {
    let url = try url(field)
    guard flow == needing, issuer == nil else {
      guard url == nil else {
        throw section.error(
          field, "is for flow: '\(needing.rawValue)' with tokenURL", hint: "leave it out")
      }
      return nil
    }
    guard let url else {
      throw section.missing(field, "\(field): 'https://…', or issuer in place of the addresses")
    }
    return url
  }

  /// The address is kept as written: an issuer's metadata must have exactly the same text.
  private func url(_ field: String) throws(ConfigurationError) -> URL? {
    guard let text = try section.string(field) else { return nil }
    let hasQuery = field != "issuer"
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
