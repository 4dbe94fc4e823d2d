public import CoreEvents
public import FoundationEssentials
public import WebMessages

/// A web service: its address, its transport, and hooks for every request.
///
/// ```swift
/// struct EnvironmentClient: APIClient {
///   let baseURL: URL
///   let version: String? = "v1"
///   let transport: any Transport
/// }
/// ```
///
/// Everything except the address and the transport has a default.
///
/// Each request reads the properties once, when it starts. If the properties can change, for example when the
/// user switches the environment, implement ``snapshot`` so that it reads all of them at the same moment, and
/// let the authorizer choose the credentials by the request's address.
public protocol APIClient: Sendable {
  /// The service's address, with or without a path and a trailing slash.
  ///
  /// Its query and fragment are ignored.
  var baseURL: URL { get }

  /// The version that precedes every path, if the service has one.
  var version: String? { get }

  /// The transport that sends the requests.
  var transport: any Transport { get }

  /// How the service wraps its resources.
  var format: ServiceFormat { get }

  /// How the service spells the names of fields.
  var keys: ServiceKeys { get }

  /// How many redirects in a row are followed.
  var maximumRedirects: Int { get }

  /// The largest response body that is read, in bytes.
  ///
  /// It also limits streams, except endless ones. If it is nil, each request's own limit applies, and streams
  /// have no limit, except that a compressed stream may have 1 GiB after decompression.
  var maximumResponseSize: Int? { get }

  /// When and how often a failed request is sent again.
  var retries: APIRetrySettings { get }

  /// Whether the service carries out requests with the same `Idempotency-Key` only once.
  ///
  /// Most services ignore such keys. A write that the service may have received is repeated only if this is
  /// true.
  var honorsIdempotencyKeys: Bool { get }

  /// The circuit breaker that pauses requests while the service is down, if any.
  var health: CircuitBreaker? { get }

  /// The stored responses; each is used only after the service confirms that it is current.
  var cache: ResponseCache? { get }

  /// The environment that the client's events name.
  var environmentID: EnvironmentID { get }

  /// The bus on which the client posts its events.
  var events: EventBus? { get }

  /// Adds credentials to requests, if there is a session.
  var authorizer: (any Authorizer)? { get }

  /// The header fields and query parameters that are added to each request for the service.
  var additions: [APIRequestAddition] { get }

  /// The ids of events that were already posted, shared with the reader of the server's feed.
  var announced: RecentEventIDs? { get }

  /// Keeps writes that cannot be sent now; nil if they fail.
  var deferral: (any WriteDeferral)? { get }

  /// The current properties, for one request.
  var snapshot: APIClientSnapshot { get }

  /// Called before a request is addressed and authorized; may change it.
  ///
  /// - Throws: an error that ends the request; the caller receives it unchanged.
  func willSendRequest(_ request: inout APIRequest) async throws

  /// Called with the response before the caller receives it; may change it.
  ///
  /// The client's events depend on the changed response: if the hook replaces a 401, no `Unauthorized` is
  /// posted. Streamed responses skip this hook.
  ///
  /// - Throws: an error that ends the request; the caller receives it unchanged.
  func didReceiveResponse(_ response: inout APIResponse) async throws

  /// Waits before a retry; may show the wait to the user.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws

  /// Called after a write was cancelled while it was under way; may tell the user.
  ///
  /// - Parameter change: what the service may have changed.
  func didCancelWrite(_ change: DataChange) async

  /// Receives one line of a trace of what is sent and received, with each try and redirect.
  ///
  /// A line contains no credentials, but may contain the server's words: escape it before printing it.
  ///
  /// - Parameter line: returns the line; call it only if you use the line.
  func trace(_ line: () -> String)

  /// Receives each try of a request as a curl command, without credentials.
  ///
  /// - Parameter line: returns the line; call it only if you use the line.
  /// - Returns: true if the line was used; the trace then has no other lines for the request.
  func traceCommand(_ line: () -> String) -> Bool
}

/// A client's properties, read together at the start of a request.
///
/// If the user switches the environment while a request is running, the request still uses the
/// address, transport, credentials and cache of its own environment.
public final class APIClientSnapshot: Sendable {
  let client: any APIClient

  package let settings: APIClientSettings

  /// Creates a snapshot of a client.
  ///
  /// Retries, breaker and cache are dropped if the transport crosses no network: see
  /// ``WebMessages/Transport/crossesNetwork``.
  ///
  /// - Parameters:
  ///   - client: gets the hooks, the trace and the waits.
  ///   - settings: a client whose other properties the request uses; they are read now.
  public convenience init(of client: any APIClient, with settings: any APIClient) {
    self.init(of: client, APIClientSettings(of: settings))
  }

  /// Creates a snapshot from properties that were read together.
  package init(of client: any APIClient, _ settings: consuming APIClientSettings) {
    if !settings.transport.crossesNetwork {
      settings.retries = .never
      settings.health = nil
      settings.cache = nil
    }
    self.client = client
    self.settings = settings
  }

  /// The environment that events name.
  package var environmentID: EnvironmentID { settings.environmentID ?? client.environmentID }

  /// The base address with the version, as in ``DataOwner/address``.
  package var address: String {
    DataOwner.address(base: settings.baseURL, version: settings.version)
  }

  func trace(_ line: () -> String) { client.trace(line) }
}
