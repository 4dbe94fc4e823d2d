package import CoreEvents
package import FoundationEssentials
package import WebMessages

/// The properties of a client that a request uses.
package struct APIClientSettings: Sendable {
  package var baseURL: URL
  package var transport: any Transport
  /// The origin of the base address.
  package var home: Origin
  package var version: String?
  package var format = ServiceFormat.plain
  package var keys = ServiceKeys.snake
  package var maximumRedirects = 5
  package var maximumResponseSize: Int?
  package var retries = APIRetrySettings.standard
  package var honorsIdempotencyKeys = false
  package var health: CircuitBreaker?
  package var cache: ResponseCache?
  package var events: EventBus?
  package var authorizer: (any Authorizer)?
  package var announced: RecentEventIDs?
  package var deferral: (any WriteDeferral)?
  package var additions: [APIRequestAddition] = []
  /// What the user can do if no connection to the service is possible.
  package var unreachableHint: String?
  /// Where the service is; nil if the client's own answer does not change.
  package var environmentID: EnvironmentID?

  /// Creates settings with the defaults of ``APIClient``.
  ///
  /// - Parameter home: the origin of the base address, if it is known.
  package init(baseURL: URL, transport: any Transport, home: Origin? = nil) {
    self.baseURL = baseURL
    self.transport = transport
    self.home = home ?? Origin(baseURL)
  }
}
