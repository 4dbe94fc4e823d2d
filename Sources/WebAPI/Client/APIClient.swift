public import CoreEvents
public import FoundationEssentials
public import WebMessages

/// A web service's central point: its address, its way there, and an eye on every exchange.
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
/// A request reads the properties once, at its start. A type whose properties change while the program
/// runs, such as with the environment, overrides ``snapshot`` to read them together; its authorizer
/// then chooses credentials by the request's address.
public protocol APIClient: Sendable {
  /// The service's address, with or without a path and a slash at its end.
  ///
  /// Its query and fragment are ignored.
  var baseURL: URL { get }

  /// The version that stands before every path; nil where the service has none.
  var version: String? { get }

  /// What carries the requests.
  var transport: any Transport { get }

  /// How the service wraps what it answers.
  var format: ServiceFormat { get }

  /// How the service spells the names of fields.
  var keys: ServiceKeys { get }

  /// How many redirects in a row are followed.
  var maximumRedirects: Int { get }

  /// How many bytes of an answer's body are read, streamed ones that have an end included; nil leaves
  /// it to each request, and a streamed answer unbounded unless it is packed: that unpacks to 1 GiB at
  /// most.
  var maximumResponseSize: Int? { get }

  /// When and how often requests are sent again.
  var retries: APIRetrySettings { get }

  /// What is known of the service being reached; nil where nothing is remembered.
  var health: CircuitBreaker? { get }

  /// The answers that the service may say are still good; nil where none are kept.
  var cache: ResponseCache? { get }

  /// Where the client posts what happens to its requests; nil where nobody listens.
  var events: EventBus? { get }

  /// What gives requests their credentials; nil where there is no session.
  var authorizer: (any Authorizer)? { get }

  /// The ids of the events that this client has posted on the server's behalf.
  var announced: RecentEventIDs? { get }

  /// The properties as they are now, for one request.
  var snapshot: APIClientSnapshot { get }

  /// Looks at a request, and may change it, before it is addressed and authorized.
  ///
  /// - Throws: whatever ends the request; it reaches the caller unchanged.
  func willSendRequest(_ request: inout APIRequest) async throws

  /// Looks at the response that the caller will get, and may change it.
  ///
  /// What the answer means for others is posted afterwards, as the hook leaves it: a 401 that it
  /// turns into something else is not posted. An answer that is streamed does not come by here.
  ///
  /// - Throws: whatever ends the request; it reaches the caller unchanged.
  func didReceiveResponse(_ response: inout APIResponse) async throws

  /// Waits before a request is sent again, and may tell the user meanwhile.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws

  /// Takes a line about what is sent and received, each try and each redirect: for a trace.
  ///
  /// It holds no credentials. It may hold what the server said: whoever prints it escapes it.
  ///
  /// - Parameter line: makes the line, if it is wanted.
  func trace(_ line: () -> String)
}

/// A client's properties, read together at the start of a request.
///
/// The address, transport, credentials and memory of one environment never mix with those of another,
/// even if the user switches between them while a request is on its way.
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
  /// ``Transport/crossesNetwork``.
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
