package import CoreEvents
package import FoundationEssentials
package import WebMessages

/// The properties of a client that a request uses.
package struct APIClientSettings: Sendable {
  var baseURL: URL
  var transport: any Transport
  /// The origin of the base address.
  var home: Origin
  /// Other origins at which a list of the service may go on.
  package var allowedOrigins: [Origin] = []
  package var version: String?
  package var format = ServiceFormat.plain
  package var keys = ServiceKeys.snake
  package var maximumRedirects = 5
  package var maximumResponseSize: Int?
  package var retries = APIRetrySettings.standard
  package var honorsIdempotencyKeys = false
  /// Has the `Idempotency-Key` of writes that have none of their own.
  package var writeKeys: (any WriteKeySource)?
  package var health: CircuitBreaker?

  /// Receives the credentials of each request and of its response, to hide them elsewhere; nil if nobody wants
  /// them.
  package var credentials: (any CredentialReceiver)?
  package var cache: ResponseCache?
  package var events: EventBus?
  package var authorizer: (any Authorizer)?
  package var announced: RecentEventIDs?
  /// The client's writes that its feed has still to report.
  package var ownWrites: OwnWrites?
  package var deferral: (any WriteDeferral)?
  package var additions: [APIRequestAddition] = []
  /// What the user can do if no connection to the service is possible.
  package var unreachableHint: String?
  /// Where the service is; nil if the client's own answer does not change.
  package var environmentID: EnvironmentID?
  /// Receives the final response to each request that is not in the background.
  package var keeper: (any ResponseKeeper)?

  /// Creates settings with the defaults of ``APIClient``.
  ///
  /// - Parameter home: the origin of the base address, if it is known.
  package init(baseURL: URL, transport: any Transport, home: Origin? = nil) {
    self.baseURL = baseURL
    self.transport = transport
    self.home = home ?? Origin(baseURL)
  }
}

/// Has the keys by which a service knows a repeated write again.
package protocol WriteKeySource: Sendable {
  /// Returns the `Idempotency-Key` of a write.
  ///
  /// - Parameter write: a digest of its method, address and body.
  func key(of write: String) -> String
}

/// Hides credentials elsewhere.
package protocol CredentialReceiver: Sendable {
  /// Receives the credentials of a request or of its response.
  func note(_ credentials: [String])
}

/// Keeps writes that cannot be sent now, to send them later.
///
/// A client with a deferral asks it about each write. A deferral that keeps a write throws an error, which
/// the caller gets instead of a response.
///
/// It is not asked about requests that are sent without the session's credentials, background requests, and
/// requests whose body contains a password or a token.
public protocol WriteDeferral: Sendable {
  /// Called before a write is sent.
  ///
  /// - Parameter request: the write, before the client's hooks. It has a path, unless its address is not
  ///   under the client's.
  /// - Throws: an error if the write is kept, or must not be sent.
  func willSend(_ request: APIRequest) async throws

  /// Called after a write did not reach the service, or its response was lost.
  ///
  /// - Parameters:
  ///   - request: the write, before the client's hooks, with the key that was sent.
  ///   - error: why it failed; `mayHaveBeenApplied` says whether the service may have received it.
  /// - Throws: an error if the write is kept; otherwise the caller gets `error`.
  func didFail(_ request: APIRequest, _ error: APIError) async throws
}
