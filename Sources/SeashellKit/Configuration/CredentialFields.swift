import FoundationEssentials
import WebAuthorization
import WebMessages

struct CredentialFields {
  private enum Kind: String, CaseIterable {
    case apiKey, basic, bearer, oauth2, session, none

    var fields: [String] {
      switch self {
      case .apiKey: ["in", "name", "value", "store"]
      case .basic: ["user", "password", "store"]
      case .bearer: ["token", "store"]
      case .oauth2:
        [
          "flow", "authorizationURL", "deviceAuthorizationURL", "tokenURL", "issuer", "clientID",
          "clientSecret", "scopes", "store",
        ]
      case .session, .none: []
      }
    }
  }

  /// The place of a credential in a request; two credentials cannot have the same place.
  private enum Place: Hashable {
    case header(String), query(String), cookie(String)
  }

  private let section: ConfigurationSection
  private let id: String

  /// Reads the credentials, all of which are sent; empty for `{ type: 'none' }`; nil without the
  /// field.
  static func credentials(
    in parent: ConfigurationSection
  ) throws(ConfigurationError) -> [ConfiguredCredential]? {
    guard let value = parent.value("auth") else { return nil }
    let elements: [JSON5Value]
    switch value.content {
    case .object: elements = [value]
    case .array(let list): elements = list
    default: throw parent.wrongType("auth", "an object or an array of objects")
    }
    guard !elements.isEmpty else {
      throw parent.error("auth", "is empty", hint: "{ type: 'none' } sends no credentials")
    }
    var credentials: [ConfiguredCredential] = []
    var places: Set<Place> = []
    for (index, element) in elements.enumerated() {
      let id = index == 0 ? "auth" : "auth \(index + 1)"
      let section = try ConfigurationSection(
        element, named: parent.fullName(of: id), in: parent.path)
      guard let credential = try CredentialFields(section: section, id: id).credential() else {
        guard elements.count == 1 else {
          throw section.error("type", "is none, which is only allowed alone", hint: "leave it out")
        }
        return []
      }
      let place = place(of: credential.scheme)
      guard places.insert(place).inserted else {
        throw ConfigurationError(
          path: section.path, line: section.line,
          message: "\(section.name) sends \(name(of: place)), as one before it does",
          hint: "leave one out", column: section.column)
      }
      credentials.append(credential)
    }
    return credentials
  }

  private static func place(of scheme: SecurityScheme) -> Place {
    guard case .apiKey(let name, let place) = scheme.kind else { return .header("authorization") }
    return switch place {
    case .header: .header(name.lowercased())
    case .query: .query(name)
    case .cookie: .cookie(name)
    }
  }

  private static func name(of place: Place) -> String {
    switch place {
    case .header("authorization"): "the header field Authorization"
    case .header(let name): "the header field \(name)"
    case .query(let name): "the query parameter \(name)"
    case .cookie(let name): "the cookie \(name)"
    }
  }

  /// Returns the credential; nil for the type `none`.
  private func credential() throws(ConfigurationError) -> ConfiguredCredential? {
    guard let kind = try section.choice("type", Kind.self) else {
      throw section.missing(
        "type", "type: 'apiKey', 'basic', 'bearer', 'oauth2', 'session' or 'none'")
    }
    try section.checkFields(["type"] + kind.fields)
    var credential: ConfiguredCredential
    switch kind {
    case .none: return nil
    case .session: return ConfiguredCredential(SecurityScheme(id, .session))
    case .apiKey:
      credential = ConfiguredCredential(
        SecurityScheme(id, try apiKey()), secret: try secret("value"))
    case .bearer:
      credential = ConfiguredCredential(
        SecurityScheme(id, .bearer), secret: try secret("token"))
    case .basic:
      let user = try name("user", with: "password", without: ":")
      credential = ConfiguredCredential(
        SecurityScheme(id, .basic), secret: try secret("password"))
      credential.user = user
    case .oauth2:
      let settings = try OAuthFields(section).settings()
      // A client of users may be public, without a secret.
      let isPublic = settings.mayNeedUser && section.value("clientSecret") == nil
      let client =
        isPublic
        ? section.value("clientID") == nil ? nil : try name("clientID")
        : try name("clientID", with: "clientSecret")
      credential = ConfiguredCredential(
        SecurityScheme(id, .oauth(settings)), secret: try secret("clientSecret"))
      credential.user = client
      if settings.mayNeedUser, section.value("store") != nil {
        throw section.error("store", "is not for a client of users", hint: "leave it out")
      }
    }
    credential.store = try store(beside: credential.secret)
    return credential
  }

  private func apiKey() throws(ConfigurationError) -> SecurityScheme.Kind {
    guard let place = try section.choice("in", SecurityScheme.KeyPlace.self) else {
      throw section.missing("in", "in: 'header', 'query' or 'cookie'")
    }
    guard let name = try section.string("name") else {
      throw section.missing("name", "name: 'X-API-Key'")
    }
    switch place {
    case .header:
      if let problem = ConfiguredHeader.problem(of: name) {
        throw section.error("name", problem)
      }
    case .query:
      guard !name.isEmpty, HTTPHeaders.isValue(name) else {
        throw section.error("name", "cannot be sent")
      }
    case .cookie:
      // A cookie's name has the characters of a header field's name (RFC 6265, section 4.1.1).
      guard HTTPHeaders.isName(name) else {
        throw section.error("name", "is not a valid name of a cookie")
      }
    }
    return .apiKey(name: name, place)
  }

  /// Reads the source of a secret; nil if it is left out, so that `session login` asks for it.
  private func secret(_ field: String) throws(ConfigurationError) -> SecretSource? {
    section.value(field) == nil ? nil : try section.secret(field)
  }

  /// Reads the name that belongs to a secret; nil if both are left out, so that `session login` asks for them.
  private func name(
    _ field: String, with secret: String, without separator: Character? = nil
  ) throws(ConfigurationError) -> ConfiguredCredential.Name? {
    guard section.value(secret) != nil else {
      guard section.value(field) == nil else {
        throw section.missing(
          secret, "\(secret): { env: 'NAME' }; or leave \(field) out too, and 'session login' asks")
      }
      return nil
    }
    return try name(field, without: separator)
  }

  private func name(
    _ field: String, without separator: Character? = nil
  ) throws(ConfigurationError) -> ConfiguredCredential.Name? {
    let name = try section.secretName(field)
    guard case .text(let text) = name else { return name }
    guard !text.isEmpty, HTTPHeaders.isValue(text) else {
      throw section.error(
        field, text.isEmpty ? "must not be empty" : "must not have control characters")
    }
    if let separator, text.contains(separator) {
      throw section.error(field, "must not have a '\(separator)', which ends the user's name")
    }
    return name
  }

  private func store(
    beside secret: SecretSource?
  ) throws(ConfigurationError) -> [String]? {
    guard let store = try section.section("store", fields: ["command"]) else { return nil }
    guard case .command? = secret else {
      throw section.error(
        "store", "is only for a secret that a program prints",
        hint: "write { command: ['PROGRAM', 'ARGUMENT'] } in place of env or file")
    }
    guard store.value("command") != nil else {
      throw store.missing("command", "command: ['PROGRAM', 'ARGUMENT']")
    }
    return try store.command("command")
  }
}

/// The header fields that a configuration may set.
enum ConfiguredHeader {
  /// Header fields that the client sets for each request.
  private static let ownHeaders: Set = ["content-type", "idempotency-key", "if-none-match"]

  /// Returns the reason if a header field cannot be set.
  static func problem(of name: String) -> String? {
    guard HTTPHeaders.isName(name) else { return "is not a valid header field name" }
    guard !HTTPHeaders.isReserved(name), !ownHeaders.contains(name.lowercased()) else {
      return "cannot be set, since the client sets it itself"
    }
    return nil
  }
}
