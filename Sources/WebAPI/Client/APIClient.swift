public import CoreEvents
public import FoundationEssentials
public import WebMessages

/// A web service as requests see it: its address, its transport, and hooks for every request.
///
/// ```swift
/// struct EnvironmentClient: APIClient {
///   let baseURL: URL
///   let version: String? = "v1"
///   let transport: any Transport
/// }
/// ```
///
/// Everything but the address and the transport has a default.
///
/// A request reads the properties once, at its start. A type whose properties change while the
/// program runs, such as with the environment, overrides ``snapshot`` to read them together; its
/// authorizer then chooses credentials by the request's address.
public protocol APIClient: Sendable {
  /// The service's address, with or without a path and a trailing slash.
  ///
  /// Its query and fragment are ignored.
  var baseURL: URL { get }

  /// The version that comes before every path; nil if the service has none.
  var version: String? { get }

  /// The transport that sends the requests.
  var transport: any Transport { get }

  /// How the service wraps its resources.
  var format: ServiceFormat { get }

  /// How the service spells the names of fields.
  var keys: ServiceKeys { get }

  /// How many redirects in a row are followed.
  var maximumRedirects: Int { get }

  /// The largest response body that is read, in bytes; it applies to streams too, unless they are
  /// endless.
  ///
  /// If it is nil, each request's own limit applies, and a stream is unlimited, except that a
  /// compressed one may decompress to 1 GiB at most.
  var maximumResponseSize: Int? { get }

  /// When and how often requests are sent again.
  var retries: APIRetrySettings { get }

  /// The circuit breaker that pauses requests while the service is down, if there is one.
  var health: CircuitBreaker? { get }

  /// The stored responses, which are used only if the service says that they are still good.
  var cache: ResponseCache? { get }

  /// The bus on which the client posts its events.
  var events: EventBus? { get }

  /// Adds credentials to requests; nil if there is no session.
  var authorizer: (any Authorizer)? { get }

  /// The ids of events that were posted already, shared with whatever follows the server's feed.
  var announced: RecentEventIDs? { get }

  /// The properties as they are now, for one request.
  var snapshot: APIClientSnapshot { get }

  /// Called before a request is addressed and authorized; may change it.
  ///
  /// - Throws: an error that ends the request; the caller gets it unchanged.
  func willSendRequest(_ request: inout APIRequest) async throws

  /// Called with the response that the caller will get; may change it.
  ///
  /// Events are posted afterwards, and follow from the response as the hook leaves it: a 401 that
  /// it turns into something else is not posted. Streamed responses skip this hook.
  ///
  /// - Throws: an error that ends the request; the caller gets it unchanged.
  func didReceiveResponse(_ response: inout APIResponse) async throws

  /// Waits before a request is sent again; may show the wait to the user.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws

  /// Receives a line of a trace: what is sent and received, each try and each redirect.
  ///
  /// A line contains no credentials, but may contain the server's words: escape it before printing
  /// it.
  ///
  /// - Parameter line: returns the line; call it only if the line is wanted.
  func trace(_ line: () -> String)
}

/// A client's properties, read together at the start of a request.
///
/// The address, transport, credentials and memory of one environment never mix with those of
/// another, even if the user switches between them while a request is on its way.
public final class APIClientSnapshot: Sendable {
  /// The client, for its hooks, its trace and its waits.
  let client: any APIClient

  let baseURL: URL
  let home: Origin
  let version: String?
  let transport: any Transport
  let format: ServiceFormat
  let keys: ServiceKeys
  let maximumRedirects: Int
  let maximumResponseSize: Int?
  let retries: APIRetrySettings
  let health: CircuitBreaker?
  let cache: ResponseCache?
  let events: EventBus?
  let authorizer: (any Authorizer)?
  let announced: RecentEventIDs?

  /// Creates a snapshot of a client from the properties of ``APIClient``.
  ///
  /// If the transport crosses no network, retries, breaker and cache are left out: see
  /// `Transport.crossesNetwork`.
  public init(
    of client: any APIClient, baseURL: URL, version: String?, transport: any Transport,
    format: ServiceFormat, keys: ServiceKeys, maximumRedirects: Int, maximumResponseSize: Int?,
    retries: APIRetrySettings, health: CircuitBreaker?, cache: ResponseCache?, events: EventBus?,
    authorizer: (any Authorizer)?, announced: RecentEventIDs?
  ) {
    let crossesNetwork = transport.crossesNetwork
    self.client = client
    self.baseURL = baseURL
    home = Origin(baseURL)
    self.version = version
    self.transport = transport
    self.format = format
    self.keys = keys
    self.maximumRedirects = maximumRedirects
    self.maximumResponseSize = maximumResponseSize
    self.retries = crossesNetwork ? retries : .never
    self.health = crossesNetwork ? health : nil
    self.cache = crossesNetwork ? cache : nil
    self.events = events
    self.authorizer = authorizer
    self.announced = announced
  }

  func trace(_ line: () -> String) { client.trace(line) }
}
