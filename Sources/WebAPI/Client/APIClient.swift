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
/// Each request reads the properties once, when it starts. If the properties can change, for example
/// when the user switches the environment, implement ``snapshot`` so that it reads all of them at
/// the same moment, and let the authorizer choose the credentials by the request's address.
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

  /// The largest response body that is read, in bytes.
  ///
  /// It also limits streams, except endless ones. nil means that each request's own limit applies,
  /// and that streams have no limit, except 1 GiB for a compressed stream after decompression.
  var maximumResponseSize: Int? { get }

  /// When and how often a failed request is sent again.
  var retries: APIRetrySettings { get }

  /// Whether the service carries out requests with the same `Idempotency-Key` only once.
  ///
  /// Most services ignore keys. Only if this is true, a write that the service may have received is
  /// sent again.
  var honorsIdempotencyKeys: Bool { get }

  /// The circuit breaker that pauses requests while the service is down, if there is one.
  var health: CircuitBreaker? { get }

  /// The stored responses, which are used only if the service says that they are still good.
  var cache: ResponseCache? { get }

  /// Where the service is, as the client's events say.
  var environmentID: EnvironmentID { get }

  /// The bus on which the client posts its events.
  var events: EventBus? { get }

  /// Adds credentials to requests; nil if there is no session.
  var authorizer: (any Authorizer)? { get }

  /// The header fields and query parameters that are added to each request for the service.
  var additions: [APIRequestAddition] { get }

  /// The ids of events that were posted already, shared with the reader of the server's feed.
  var announced: RecentEventIDs? { get }

  /// Keeps writes that cannot be sent now; nil if they fail.
  var deferral: (any WriteDeferral)? { get }

  /// The current properties, for one request.
  var snapshot: APIClientSnapshot { get }

  /// Called before a request is addressed and authorized; may change it.
  ///
  /// - Throws: an error that ends the request; the caller gets it unchanged.
  func willSendRequest(_ request: inout APIRequest) async throws

  /// Called with the response that the caller will get; may change it.
  ///
  /// The client's events depend on the changed response: if the hook replaces a 401, no
  /// `Unauthorized` is posted. Streamed responses skip this hook.
  ///
  /// - Throws: an error that ends the request; the caller gets it unchanged.
  func didReceiveResponse(_ response: inout APIResponse) async throws

  /// Waits before a retry; may show the wait to the user.
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

  /// Receives each try of a request as a command line of curl, without credentials.
  ///
  /// - Parameter line: returns the line; call it only if the line is wanted.
  /// - Returns: whether the line was wanted; if so, the trace has no lines of its own for the request.
  func traceCommand(_ line: () -> String) -> Bool
}

/// A client's properties, read together at the start of a request.
///
/// If the user switches the environment while a request is running, the request still uses the
/// address, transport, credentials and cache of its own environment.
public final class APIClientSnapshot: Sendable {
  /// The client, for its hooks, its trace and its waits.
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
  package init(of client: any APIClient, _ settings: APIClientSettings) {
    var settings = settings
    if !settings.transport.crossesNetwork {
      settings.retries = .never
      settings.health = nil
      settings.cache = nil
    }
    self.client = client
    self.settings = settings
  }

  /// Where the service is.
  var environmentID: EnvironmentID { settings.environmentID ?? client.environmentID }

  /// The base address with the version, as in ``DataOwner/address``.
  package var address: String {
    DataOwner.address(base: settings.baseURL, version: settings.version)
  }

  func trace(_ line: () -> String) { client.trace(line) }
}
