import ShellOutput
public import FoundationEssentials
public import WebAPI
public import WebMessages

/// An API that the shell can send requests to: its address, conventions and limits.
public struct APIEnvironment: Sendable, Equatable {
  /// The name by which users choose it.
  public let name: String

  /// The base address of its API.
  public let baseURL: URL

  /// The API's version, which precedes every path; nil if the API has none.
  public let version: String?

  /// Whether real customers use it, so that mistakes are costly.
  public let isProduction: Bool

  /// How the API wraps the resources in its responses.
  public var format = ServiceFormat.plain

  /// How the API spells the names of fields.
  public var keys = ServiceKeys.snake

  /// Timeouts, certificates and limits of the connection.
  public var transport = TransportSettings()

  /// The maximum number of redirects followed for one request.
  public var maximumRedirects = 5

  /// The maximum size of a decoded response body, in bytes; nil leaves it to each request.
  public var maximumResponseSize: Int?

  /// Whether it is the embedded API, which runs inside this program and has no address.
  public var isEmbedded: Bool { name == Self.embeddedName }

  /// The address to show to users; `embedded` for the embedded API.
  public var displayAddress: String { isEmbedded ? Self.embeddedName : baseURL.absoluteString }

  /// Creates an environment.
  ///
  /// - Throws: `ShellError` `usage` if the address is not a base address.
  public init(
    name: String, address: String, version: String?, isProduction: Bool = false
  ) throws {
    do {
      baseURL = try Self.baseURL(parsing: address)
    } catch {
      throw ShellError(.usage, "the address of the environment '\(name)' \(error.message)")
    }
    self.name = name
    self.version = version
    self.isProduction = isProduction
  }

  init(name: String, baseURL: URL, version: String?, isProduction: Bool) {
    self.name = name
    self.baseURL = baseURL
    self.version = version
    self.isProduction = isProduction
  }
}

extension APIEnvironment {
  /// The name of the environment that runs inside this program.
  package static let embeddedName = "embedded"

  /// The name of the environment that `serve` serves.
  static let devName = "dev"

  /// The default address and version of `dev`.
  static let dev = (address: "http://127.0.0.1:8080", version: "v1")
}

extension APIEnvironment {
  /// Whether a URL has the environment's origin: the same scheme, host and port (RFC 6454).
  public func isOrigin(of url: URL) -> Bool { Origin(url) == Origin(baseURL) }

  /// Whether credentials may be sent there: over https, or to this machine.
  public var mayCarryCredentials: Bool { Origin(baseURL).mayCarryCredentials }
}

extension URL {
  /// Scheme, host and port (RFC 6454, section 6.2), such as `https://api.myshopping.com:443`.
  public var origin: String { Origin(self).withPort }
}

/// Why a text is not the base address of an API.
///
/// The message follows the name of the field: `has no host`. It does not quote the address, which
/// may contain a password.
struct BaseURLError: Error, ExpressibleByStringLiteral {
  let message: String

  init(stringLiteral message: String) {
    self.message = message
  }
}

extension APIEnvironment {
  /// Parses the base address of an API.
  static func baseURL(parsing text: String) throws(BaseURLError) -> URL {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw "has characters that a URL cannot have"
    }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else {
      throw "must be a URL such as 'https://api.myshopping.com'"
    }
    guard scheme == "http" || scheme == "https" else {
      throw "must begin with 'https://' or 'http://'"
    }
    guard let host = url.host(), !host.isEmpty else { throw "has no host" }
    guard url.user() == nil, url.password() == nil else {
      throw "must not contain a user or password; sign in with 'session login'"
    }
    guard url.query() == nil, url.fragment() == nil, !text.contains("?"), !text.contains("#") else {
      throw "must not have a query or a fragment"
    }
    guard url.port.map({ (1...65_535).contains($0) }) ?? true else {
      throw "has a port that is not 1 to 65535"
    }
    // A template with an empty variable gives `https://host:`, which means the default port.
    let authority = text.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }
    guard !authority.hasSuffix(":") else { throw "has a ':' but no port" }
    return url
  }
}
