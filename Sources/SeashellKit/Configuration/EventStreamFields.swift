import CoreEvents
import FoundationEssentials
import WebMessages

/// Reads the field `events` of an environment.
///
/// ```
/// events: {
///   nats: {
///     url: 'tls://nats.example.com:4222',   // or several of one cluster, separated by commas
///     stream: 'shop',
///     credentials: { file: 'shop.creds' },  // or user and password, or token, or nkey and seed
///     certificateAuthorities: 'ca.pem',     // PEM; relative to the file's folder
///   },
///   share: ['reviews.*'],
/// }
/// ```
struct EventStreamFields {
  private static let fields = [
    "url", "stream", "credentials", "user", "password", "token", "nkey", "seed",
    "certificateAuthorities",
  ]

  private let events: ConfigurationSection
  private let section: ConfigurationSection

  init?(in environment: ConfigurationSection) throws(ConfigurationError) {
    guard let events = try environment.section("events", fields: ["nats", "share"]) else {
      return nil
    }
    guard let section = try events.section("nats", fields: Self.fields) else {
      throw events.missing("nats", "nats: { url: 'nats://HOST:4222', stream: 'NAME' }")
    }
    (self.events, self.section) = (events, section)
  }

  func configuration() throws(ConfigurationError) -> EventStreamConfiguration {
    let (url, plain) = try url()
    guard let stream = try section.string("stream") else {
      throw section.missing("stream", "stream: 'NAME'")
    }
    // Another stream is called NAME-state, and a name has at most 64 bytes.
    guard EventPattern.isName(stream), !stream.contains("."), stream.utf8.count <= 58 else {
      throw section.error(
        "stream", "is \(ConfigurationSection.quoted(stream)), which cannot be a stream's name",
        hint: "use 1 to 58 letters, digits, '-' and '_'")
    }
    var configuration = EventStreamConfiguration(url: url, stream: stream)
    configuration.authorities = try section.readableFile("certificateAuthorities")
    configuration.credentials = try credentials()
    // A file or a key of NATS signs what the server sends, and stays here.
    if let plain, configuration.authorities == nil, configuration.sendsSecret {
      let name = url == plain ? "" : "has \(ConfigurationSection.quoted(plain)), which "
      throw section.error(
        "url",
        name + "must begin with 'tls://', since a password or token is sent to another machine")
    }
    configuration.shared =
      try events.strings("share", "names of events such as 'reviews.*'") {
        EventPattern(parsing: $0)
      } ?? []
    return configuration
  }

  /// Returns the addresses, and the one to which a connection would leave this machine unencrypted, if any.
  private func url() throws(ConfigurationError) -> (text: String, plain: String?) {
    guard let text = try section.string("url") else {
      throw section.missing("url", "url: 'nats://HOST:4222'")
    }
    // Nothing before the last '@' is quoted: a password can have '@' and ',' in it.
    if let at = text.lastIndex(of: "@") {
      throw section.error(
        "url",
        "must not contain a user or password, as before '\(text[at...].prefix { $0 != "," })'",
        hint: "write user: 'NAME', password: { env: 'NAME' } beside it")
    }
    let addresses = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      var part = part.drop(while: \.isWhitespace)
      while part.last?.isWhitespace == true { part.removeLast() }
      return String(part)
    }
    var schemes: Set<String> = []
    var plain: String?
    for address in addresses {
      let (scheme, host) = try parts(of: address, isAlone: addresses.count == 1)
      schemes.insert(scheme)
      if scheme == "nats", !Loopback.contains(host: host) { plain = plain ?? address }
    }
    guard schemes.count == 1 else {
      throw section.error("url", "has addresses with 'nats://' and with 'tls://'", hint: "use one")
    }
    return (addresses.joined(separator: ","), plain)
  }

  /// Checks an address, and returns its scheme and host.
  ///
  /// An error names it if there are others.
  private func parts(
    of address: String, isAlone: Bool
  ) throws(ConfigurationError) -> (scheme: String, host: String) {
    func error(_ text: String) -> ConfigurationError {
      let name = isAlone ? "" : "has \(ConfigurationSection.quoted(address)), which "
      return section.error("url", name + text)
    }
    guard !address.isEmpty || isAlone else {
      throw section.error("url", "has an empty address", hint: "remove a comma")
    }
    guard let scheme = ["nats", "tls"].first(where: { address.hasPrefix($0 + "://") }),
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: address)
    else { throw error("must begin with 'nats://' or 'tls://'") }
    guard let host = url.host(), !host.isEmpty else { throw error("has no host") }
    guard url.path().isEmpty, url.query() == nil, url.fragment() == nil else {
      throw error("must not have a path or a query")
    }
    guard url.port.map({ (1...65_535).contains($0) }) ?? !address.hasSuffix(":") else {
      throw error("has a port that is not 1 to 65535")
    }
    return (scheme, host)
  }

  private func credentials() throws(ConfigurationError) -> EventStreamConfiguration.Credentials {
    let kinds = ["credentials", "user", "token", "nkey"].filter { section.value($0) != nil }
    guard kinds.count <= 1 else {
      throw section.error(kinds[1], "cannot stand beside \(kinds[0])", hint: "leave one out")
    }
    try checkIsAlone("password", without: "user")
    try checkIsAlone("seed", without: "nkey")
    switch kinds.first {
    case "credentials"?: return .file(try file("credentials"))
    case "user"?:
      guard let user = try section.string("user"), !user.isEmpty, !user.utf8.contains(0) else {
        throw section.error("user", "must not be empty")
      }
      return .user(user, password: try section.secret("password"))
    case "token"?: return .token(try section.secret("token"))
    case "nkey"?:
      // It is not quoted: it may be the seed.
      guard let key = try section.string("nkey"), key.utf8.first == UInt8(ascii: "U"),
        key.utf8.count == 56, key.utf8.allSatisfy({ Self.base32.contains($0) })
      else {
        throw section.error("nkey", "must be a user's public key, which begins with 'U'")
      }
      return .nkey(key, seedFile: try file("seed"))
    default: return .none
    }
  }

  private static let base32 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  private func checkIsAlone(_ field: String, without other: String) throws(ConfigurationError) {
    guard section.value(field) != nil, section.value(other) == nil else { return }
    throw section.error(field, "needs \(other) beside it")
  }

  private func file(_ field: String) throws(ConfigurationError) -> String {
    let hint = "\(field): { file: 'PATH' }"
    guard let value = section.value(field) else { throw section.missing(field, hint) }
    guard case .object = value.content else {
      throw section.error(field, "must name a file, not be its content", hint: "write \(hint)")
    }
    guard let source = try section.section(field, fields: ["file"]),
      let path = try source.secretFile()
    else { throw section.error(field, "has no file", hint: "write \(hint)") }
    return path
  }
}
