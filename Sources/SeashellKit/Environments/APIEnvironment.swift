import ShellOutput
public import FoundationEssentials
public import WebAPI
public import WebMessages

/// An API that the shell can send requests to: its address, conventions and limits.
public struct APIEnvironment: Sendable, Equatable {
  /// The name by which users choose it: `live`, or `wh:live` for another API than the shell's own.
  public internal(set) var name: String

  /// The base address of its API.
  public internal(set) var baseURL: URL {
    didSet { origin = Origin(baseURL) }
  }

  private(set) var origin: Origin

  /// Other origins at which a list of the API may go on.
  var allowedOrigins: [Origin] = []

  /// The API's version, which precedes every path; nil if the API has none.
  public internal(set) var version: String?

  /// Whether real customers use it, so that mistakes are costly.
  public internal(set) var isProduction: Bool

  /// Whether it is the embedded API, which runs inside this program and has no address.
  public let isEmbedded: Bool

  /// Whether the API carries out requests with the same `Idempotency-Key` only once, so that a write
  /// whose response was lost may be sent again.
  ///
  /// It does not apply to another address that a configuration gives the environment.
  public var honorsIdempotencyKeys: Bool

  /// Whether the address was given for this run only, so that nothing about it is stored.
  public internal(set) var isTemporary = false

  /// The maximum number of retries of a failed request; nil for the client's own number.
  public var retries: Int?

  /// How the API wraps the resources in its responses.
  public var format = ServiceFormat.plain

  /// How the API spells the names of fields.
  public var keys = ServiceKeys.snake

  /// Timeouts, certificates and limits of the connection.
  public var transport = TransportSettings()

  /// The header fields that are added to each request for its API.
  public internal(set) var headers: [ConfiguredValue] = []

  /// The query parameters that are added to each request for its API.
  public internal(set) var query: [ConfiguredValue] = []

  /// The configured credentials, all of which each request gets: nil to follow the API's description, empty
  /// if requests get none.
  public internal(set) var credentials: [ConfiguredCredential]?

  /// The stream on which its events are shared with other machines; nil if they are not.
  package internal(set) var events: EventStreamConfiguration? {
    get { eventStreams.first }
    set { eventStreams = newValue.map { [$0] } ?? [] }
  }

  /// The stream on which its events are shared with other machines, as `shop at nats://127.0.0.1:4222`; nil if they
  /// are not.
  public var eventStream: String? { events.map { "\($0.stream) at \($0.url)" } }

  /// One or none: an array is one word, and environments are copied often.
  private var eventStreams: [EventStreamConfiguration] = []

  var secretVariables: Set<String> {
    var names = ConfiguredValue.variables(of: headers + query, credentials ?? [])
    if let password = transport.clientCertificate?.passwordVariable { names.insert(password) }
    if let secret = events?.secretVariable { names.insert(secret) }
    return names
  }

  /// The maximum number of redirects followed for one request.
  public var maximumRedirects = 5

  /// The maximum size of a decoded response body, in bytes; nil leaves it to each request.
  public var maximumResponseSize: Int?

  /// The advice if no connection is possible: `start the shop with 'seashell serve'`; nil for the usual
  /// advice.
  ///
  /// It does not apply to another address that a configuration gives the environment.
  public var unreachableHint: String?

  /// The address to show to users; `embedded` for the embedded API.
  public var displayAddress: String { isEmbedded ? Self.embeddedName : baseURL.absoluteString }

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - name: the name: 1 to 64 letters, digits, `.`, `_` and `-`, with a letter or digit first.
  ///   - address: the base address of the API: `https://orders.example.com/v1`.
  ///   - version: the API's version, which precedes every path; nil if the address has it, or the API has
  ///     none.
  ///   - isProduction: whether real customers use it.
  ///   - honorsIdempotencyKeys: whether the API carries out requests with the same `Idempotency-Key` only
  ///     once. Most APIs ignore it.
  ///   - unreachableHint: the advice to the user if no connection is possible.
  /// - Throws: `ShellError` `usage` if the name or the address is invalid.
  public init(
    _ name: String, _ address: String, version: String? = nil, isProduction: Bool = false,
    honorsIdempotencyKeys: Bool = false, unreachableHint: String? = nil
  ) throws {
    guard Self.isName(name) else {
      throw ShellError(.usage, "'\(name)' is not a valid environment name", hint: Self.nameRule)
    }
    let url: URL
    do {
      url = try Self.baseURL(parsing: address)
    } catch {
      throw ShellError(.usage, "the address of the environment '\(name)' \(error.message)")
    }
    self.init(name, url)
    self.version = version
    self.isProduction = isProduction
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
    self.unreachableHint = unreachableHint
  }

  init(_ name: String, _ baseURL: URL, isEmbedded: Bool = false) {
    self.name = name
    self.baseURL = baseURL
    origin = Origin(baseURL)
    self.isEmbedded = isEmbedded
    version = nil
    isProduction = false
    honorsIdempotencyKeys = false
  }

  /// Returns the environment of the embedded API.
  ///
  /// - Parameters:
  ///   - version: the API's version, which precedes every path.
  ///   - honorsKeys: whether it carries out requests with the same `Idempotency-Key` only once.
  package static func embedded(
    version: String?, honorsKeys: Bool = false
  ) throws -> APIEnvironment {
    // Only the path and query of the address matter. With this host, the embedded API may get credentials.
    var environment = APIEnvironment(
      embeddedName, try baseURL(parsing: "http://localhost"), isEmbedded: true)
    environment.version = version
    environment.honorsIdempotencyKeys = honorsKeys
    return environment
  }
}

extension APIEnvironment {
  /// The name of an environment that is an address given for this run.
  static let temporaryName = "url"

  /// The name without its API's prefix.
  public var shortName: String { EnvironmentID(name)?.name ?? name }

  /// Returns the environment with its API's name as a prefix.
  package func qualified(by api: String) -> APIEnvironment {
    var environment = self
    environment.name = "\(api):\(shortName)"
    return environment
  }

  /// Returns an environment at another address, for this run.
  ///
  /// It has the spelling of another environment, and its version unless the address has a path. It has none
  /// of that environment's credentials, limits and promises, which are those of another server.
  ///
  /// - Parameter isInsecure: whether the server's certificate is not verified.
  /// - Throws: `ShellError` `usage` if the address is wrong.
  package static func temporary(
    _ address: String, like other: APIEnvironment?, isInsecure: Bool
  ) throws -> APIEnvironment {
    var environment = try APIEnvironment(temporaryName, address)
    environment.isTemporary = true
    environment.transport.verifiesServer = !isInsecure
    if let other {
      (environment.format, environment.keys) = (other.format, other.keys)
      let path = environment.baseURL.path(percentEncoded: true)
      if path.isEmpty || path == "/" { environment.version = other.version }
    }
    return environment
  }
}

extension APIEnvironment {
  /// Returns the environment of another service that the API uses, such as its token issuer.
  ///
  /// Its server is trusted like the API's own, but gets none of the API's credentials.
  ///
  /// - Throws: `ShellError` `usage` if the address cannot be that of a service.
  public func service(_ name: String, at url: URL) throws -> APIEnvironment {
    var service = try APIEnvironment(name, "\(Origin(url))")
    service.transport = transport
    service.retries = retries
    return service
  }

  static let embeddedName = "embedded"

  /// The rule for names, as the hint of an error.
  static let nameRule =
    "use 1 to 64 letters, digits, '.', '_' and '-', with a letter or digit first"

  static func isName(_ text: String) -> Bool {
    let hasOnlyValidBytes = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "._-".utf8.contains(byte)
      }
    }
    return hasOnlyValidBytes && (1...64).contains(text.utf8.count) && text.first != "-"
      && text.first != "."
  }
}

extension APIEnvironment {
  /// Whether a URL has the environment's origin: the same scheme, host and port (RFC 6454).
  public func isOrigin(of url: URL) -> Bool { Origin(url) == origin }

  /// Whether a text is a URL at the environment's origin, and below its base address.
  public func contains(_ text: String) -> Bool {
    guard !isEmbedded, let url = URL(string: text), isOrigin(of: url) else { return false }
    let base = baseURL.path(percentEncoded: true).split(separator: "/")
    return url.path(percentEncoded: true).split(separator: "/").starts(with: base)
  }

  /// Returns the owner of an account's data in the environment; nil stands for data without an account.
  public func owner(account: String?) -> DataOwner {
    DataOwner(
      environment: name, address: DataOwner.address(base: baseURL, version: version),
      account: account)
  }

  /// Whether credentials may be sent to the environment: over https, or to this machine.
  public var mayCarryCredentials: Bool { origin.mayCarryCredentials }
}

extension URL {
  /// Scheme, host and port (RFC 6454, section 6.2), such as `https://api.example.com:443`.
  public var origin: String { Origin(self).withPort }
}

/// The reason a text cannot be the base address of an API.
///
/// The message follows the name of the field: `has no host`. It does not quote the address, which may
/// contain a password.
struct BaseURLError: Error, ExpressibleByStringLiteral {
  let message: String

  init(stringLiteral message: String) {
    self.message = message
  }
}

extension APIEnvironment {
  static func baseURL(parsing text: String) throws(BaseURLError) -> URL {
    // Bytes are characters then, and faster.
    let bytes = text.utf8
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw "has characters that a URL cannot have"
    }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else {
      throw "must be a URL such as 'https://api.example.com'"
    }
    guard scheme == "http" || scheme == "https" else {
      throw "must begin with 'https://' or 'http://'"
    }
    guard let host = url.host(), !host.isEmpty else { throw "has no host" }
    guard url.user() == nil, url.password() == nil else {
      throw "must not contain a user or password"
    }
    guard url.query() == nil, url.fragment() == nil, !bytes.contains(UInt8(ascii: "?")),
      !bytes.contains(UInt8(ascii: "#"))
    else {
      throw "must not have a query or a fragment"
    }
    guard url.port.map({ (1...65_535).contains($0) }) ?? true else {
      throw "has a port that is not 1 to 65535"
    }
    // A template with an empty variable gives `https://host:`, which means the default port.
    let authority = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
      .prefix { $0 != UInt8(ascii: "/") }
    guard authority.last != UInt8(ascii: ":") else { throw "has a ':' but no port" }
    return url
  }
}
