public import CoreEvents
import FoundationEssentials
public import WebMessages

extension APIClient {
  /// No version.
  public var version: String? { nil }

  /// Resources without a wrapper.
  public var format: ServiceFormat { .plain }

  /// `currency_code`.
  public var keys: ServiceKeys { .snake }

  /// Five.
  public var maximumRedirects: Int { 5 }

  /// nil: only each request's own limit applies.
  public var maximumResponseSize: Int? { nil }

  /// Up to four tries within half a minute.
  public var retries: APIRetrySettings { .standard }

  /// False: a write that the service may have received is not repeated.
  public var honorsIdempotencyKeys: Bool { false }

  /// No circuit breaker.
  public var health: CircuitBreaker? { nil }

  /// No responses are stored.
  public var cache: ResponseCache? { nil }

  /// The API is named after the host of the base address, and the environment is `default`.
  public var environmentID: EnvironmentID {
    EnvironmentID(api: baseURL.host() ?? "", name: "default")
  }

  /// No events are posted.
  public var events: EventBus? { nil }

  /// No session.
  public var authorizer: (any Authorizer)? { nil }

  /// Nothing is added.
  public var additions: [APIRequestAddition] { [] }

  /// No record of event ids.
  public var announced: RecentEventIDs? { nil }

  /// No deferral: writes that cannot be sent fail.
  public var deferral: (any WriteDeferral)? { nil }

  /// A snapshot that reads the properties one by one.
  public var snapshot: APIClientSnapshot {
    APIClientSnapshot(of: self, with: self)
  }

  /// Does nothing.
  public func willSendRequest(_ request: inout APIRequest) async throws {}

  /// Does nothing.
  public func didReceiveResponse(_ response: inout APIResponse) async throws {}

  /// Waits silently.
  public func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws {
    try await clock.sleep(for: wait.duration)
  }

  /// Does nothing.
  public func didCancelWrite(_ change: DataChange) async {}

  /// Does nothing.
  public func trace(_ line: () -> String) {}

  /// Returns false.
  public func traceCommand(_ line: () -> String) -> Bool { false }
}

extension APIClientSettings {
  init(of client: some APIClient) {
    self.init(baseURL: client.baseURL, transport: client.transport)
    version = client.version
    format = client.format
    keys = client.keys
    maximumRedirects = client.maximumRedirects
    maximumResponseSize = client.maximumResponseSize
    retries = client.retries
    honorsIdempotencyKeys = client.honorsIdempotencyKeys
    health = client.health
    cache = client.cache
    events = client.events
    authorizer = client.authorizer
    announced = client.announced
    deferral = client.deferral
    additions = client.additions
  }
}
