public import CoreEvents
public import FoundationEssentials
public import WebMessages

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
